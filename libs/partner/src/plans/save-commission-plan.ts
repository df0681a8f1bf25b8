import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import { checkVersion, Database, sql, violates, type Tx } from '@quittance/database';
import { invalidField, newId, notFound, type Ctx } from '@quittance/kernel';
import { isCurrency, parseMinor, type Currency } from '@quittance/money';
import { planOverlaps } from '../partner.errors.js';
import { holdKeys } from '../registrations/deal-registration.repository.js';
import {
  planNoun,
  planView,
  keptTermsOf,
  type CommissionPlan,
  type CommissionTerms,
  type CountedSince,
  type PlanDraft,
  type CommissionPlanId,
  type PlanPatch,
  type PlanView,
} from './commission-plan.js';
import { countedSince } from './counted-since.js';
import { readPlanLines } from './read-plan-lines.js';

const { rows, store } = planNoun;
const FIND = sql(`
  select ${rows.select('p')} from partner.commission_plan p
  where p.company_id = $1 and p.id = $2`);
const LOCK = sql(`${FIND.text} for no key update`);

/** Of the same partners, or of the same tier, on one of the same days. */
const OVERLAPPING = sql(`
  select p.name from partner.commission_plan p
  where p.company_id = $1 and p.id <> $2 and p.active
    and (p.tier = $3 or p.partner_ids ?| $4::text[])
    and p.valid_from <= coalesce($6::date, 'infinity')
    and $5::date <= coalesce(p.valid_to, 'infinity')
  order by p.name limit 1`);

const PARTNERS = sql(`
  select l.id from crm.pub_ledger_account l
  where l.company_id = $1 and l.id = any($2::uuid[]) and l.kind = 'partner'
    and l.deleted_at is null`);

const KEPT = sql(`
  select v.terms from partner.commission_plan_version v
  where v.company_id = $1 and v.plan_id = $2 and v.version = $3`);
const KEEP_VERSION = sql(`
  insert into partner.commission_plan_version (company_id, plan_id, version, since, terms)
  select k.id, $2::uuid, $3::integer, $4::timestamptz, $5::jsonb from company.pub_company k
  where k.id = $1::uuid`);

/**
 * Writes and changes commission plans. What was sold stays paid for as the plan was then: each
 * version is kept.
 */
@Injectable()
export class SaveCommissionPlan {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  find(ctx: Ctx, id: CommissionPlanId): Promise<PlanView> {
    return this.db.read(ctx, async (tx) => planView(await required(tx, id, FIND)));
  }

  /** @throws DomainError validation_failed, plan_overlaps */
  create(ctx: Ctx, draft: PlanDraft): Promise<PlanView> {
    return this.db.write(ctx, async (tx) => {
      const { currency } = draft;
      const plan: CommissionPlan = {
        ...planNoun.empty,
        ...planNoun.said(draft),
        id: newId<'commission-plan'>(),
        version: 1,
        name: draft.name,
        active: draft.active ?? true,
        partnerIds: draft.partnerIds ?? [],
        lines: readPlanLines(draft.lines, currency),
        tierPeriod: draft.tierPeriod ?? 'year',
        tierMode: draft.tierMode ?? 'marginal',
        holdDays: draft.holdDays ?? 30,
        currency,
        minimumPayout: leastOf(draft.minimumPayout ?? '0', currency),
        validFrom: draft.validFrom,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      refuseDisabled(await readCompanyTerms(tx), currency);
      await refuseFaulty(tx, plan);
      await rows.insert(tx, [plan]).catch(nameTaken);
      await keepVersion(tx, plan, {});
      audit(tx, { action: 'commission_plan.created', ...about(plan), after: planView(plan) });
      return planView(plan);
    });
  }

  /** @throws DomainError not_found, precondition_failed, validation_failed, plan_overlaps */
  update(
    ctx: Ctx,
    id: CommissionPlanId,
    patch: PlanPatch,
    expectedVersion: number | null,
  ): Promise<PlanView> {
    return this.db.write(ctx, async (tx) => {
      const before = await required(tx, id, LOCK);
      checkVersion(before.version, expectedVersion);
      const { lines, minimumPayout, ...rest } = patch;
      const sent = Object.entries(rest).filter(([, value]) => value !== undefined);
      const said: CommissionPlan = { ...before, ...Object.fromEntries(sent) };
      const { currency } = said;
      const after: CommissionPlan = {
        ...said,
        lines:
          lines || currency !== before.currency
            ? readPlanLines(lines ?? before.lines, currency)
            : before.lines,
        minimumPayout:
          minimumPayout === undefined ? before.minimumPayout : leastOf(minimumPayout, currency),
        version: before.version + 1,
        updatedAt: ctx.now,
      };
      if (currency !== before.currency) refuseDisabled(await readCompanyTerms(tx), currency);
      if (currency !== before.currency && minimumPayout === undefined) refuseLeast(before);
      await refuseFaulty(tx, after, before);
      await store(tx, after).catch(nameTaken);
      const known = await countedBefore(tx, before);
      await keepVersion(tx, after, countedSince(before, after, known));
      const change = { before: planView(before), after: planView(after) };
      audit(tx, { action: 'commission_plan.updated', ...about(after), ...change });
      return planView(after);
    });
  }
}

const about = ({ id }: CommissionPlan) => ({ object: 'commission-plan', recordId: id }) as const;

async function required(
  tx: Tx,
  id: CommissionPlanId,
  statement: typeof FIND,
): Promise<CommissionPlan> {
  const found = await tx.maybe<CommissionPlan>(statement, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'commission plan' });
  return found;
}

/**
 * Plans for the same partners or tier are saved one after the other. A partner that it had before
 * may be gone since.
 */
async function refuseFaulty(
  tx: Tx,
  plan: CommissionPlan,
  before?: Pick<CommissionPlan, 'partnerIds'>,
): Promise<void> {
  const { id, partnerIds, tier, validFrom, validTo, active } = plan;
  if ((partnerIds.length === 0) === (tier === null)) {
    throw invalidField('/partnerIds', 'required', 'are said, or a tier is');
  }
  if (validTo !== null && validTo < validFrom) {
    throw invalidField('/validTo', 'min', 'must not be before the first day');
  }
  const known = await tx.rows<{ id: string }>(PARTNERS, [tx.ctx.companyId, partnerIds]);
  const isKnown = (each: string) =>
    before?.partnerIds.some((had) => had === each) || known.some(({ id: found }) => found === each);
  const missing = partnerIds.findIndex((each) => !isKnown(each));
  if (missing >= 0) {
    throw invalidField(
      `/partnerIds/${missing}`,
      'reference_not_found',
      'There is no such partner.',
    );
  }
  if (!active) return;
  const keys = tier === null ? partnerIds.map((each) => `plan:${each}`) : [`plan:tier:${tier}`];
  await holdKeys(tx, [...keys].sort());
  const asked = [tx.ctx.companyId, id, tier, partnerIds, validFrom, validTo];
  const other = await tx.maybe<{ name: string }>(OVERLAPPING, asked);
  if (other) throw planOverlaps({ name: other.name });
}

async function countedBefore(tx: Tx, { id, version }: CommissionPlan): Promise<CountedSince> {
  const kept = await tx.maybe<{ terms: CommissionTerms }>(KEPT, [tx.ctx.companyId, id, version]);
  return kept?.terms.countedSince ?? {};
}

async function keepVersion(tx: Tx, plan: CommissionPlan, since: CountedSince): Promise<void> {
  const { id, version } = plan;
  const terms = JSON.stringify(keptTermsOf(plan, since));
  await tx.run(KEEP_VERSION, [tx.ctx.companyId, id, version, tx.ctx.now, terms]);
}

/** What is least in one currency is another sum in the next. @throws DomainError validation_failed */
function refuseLeast({ minimumPayout }: CommissionPlan): void {
  if (minimumPayout === 0n) return;
  throw invalidField('/minimumPayout', 'required', 'is said with another currency');
}

/** @throws DomainError validation_failed */
function leastOf(text: string, currency: Currency): bigint {
  const minor = isCurrency(currency) ? parseMinor(text, currency) : undefined;
  if (minor !== undefined && minor >= 0n) return minor;
  throw invalidField('/minimumPayout', 'format', `must be an amount of ${currency}`);
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'commission_plan_name_key')) throw error;
  throw invalidField('/name', 'taken', 'Another plan has this name.');
}
