import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, filterDay, readCompanyTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import { bulkCtx, invalidField, notFound, type Ctx } from '@quittance/kernel';
import { parseListRequest, sight, walkList, type ListNarrowing } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import { MailAvailability } from '@quittance/notifications';
import { documentApproval } from '@quittance/rules';
import type { ContractId } from '../../contracts/contract.js';
import { refuseFarDays } from '../../sold-days.js';
import { firstItemOf } from '../../subscriptions/subscription.view.js';
import type { Subscription } from '../../subscriptions/subscription.description.js';
import { subscriptionList } from '../../subscriptions/subscription.queries.js';
import { withItems, type WholeSubscription } from '../../subscriptions/subscription.repository.js';
import { SubscriptionSteps, type TakenStep } from '../../subscriptions/subscription-steps.js';
import { LOCK_NAMED, READ_NAMED } from '../../subscriptions/subscription.sql.js';
import type { SubscriptionId } from '../../subscriptions/subscription.js';
import { planVersions, requirePlan } from '../plan-version.queries.js';
import type { PlanId, PlanVersionId } from '../plan-version.js';
import { mailMigrated } from './mail-migrated.js';
import {
  migrated,
  migrationDay,
  type Migrated,
  type MigrationRefusal,
  type MigrationTerms,
  type MigrationTime,
} from './plan-migration.js';

/** So many subscriptions move in one request; sent again it goes on with the others. */
export const MOST_MIGRATED = 10_000;
const BATCH = 200;

export interface PlanMigration {
  readonly planId: PlanId;
  readonly from?: PlanVersionId | null;
  readonly to: PlanVersionId;
  readonly on: MigrationTime;
  /** With `day`. */
  readonly day?: LocalDate;
  /** A filter tree, as lists of subscriptions take it. */
  readonly filter?: unknown;
  readonly dryRun?: boolean;
  readonly dropOverrides?: boolean;
  /** Customers are told by e-mail unless this is false. */
  readonly notify?: boolean;
}

/** What becomes of one subscription: monthly revenue before and after, in its currency. */
export interface MigrationResult {
  readonly subscriptionId: SubscriptionId;
  readonly code: MigrationRefusal | null;
  readonly currency: Currency;
  readonly effectiveOn: LocalDate | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** What monthly revenue becomes of all of them in a currency. */
export interface MigratedRevenue {
  readonly currency: Currency;
  readonly subscriptions: number;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

export interface MigrationReport {
  readonly dryRun: boolean;
  readonly migrated: number;
  readonly skipped: number;
  /** Customers who are told by e-mail. */
  readonly notified: number;
  /** There are others: ask again. */
  readonly more: boolean;
  readonly revenue: readonly MigratedRevenue[];
  readonly results: readonly MigrationResult[];
}

/** By primary key. */
const ENDS = sql(`select c.id, c.end_date as "endDate" from sales.contract c
  where c.company_id = $1 and c.id = any($2::uuid[])`);

/** Moves subscriptions of a plan to another version of it, in sets; or tells what that would do. */
@Injectable()
export class MigratePlan {
  constructor(
    private readonly db: Database,
    private readonly steps: SubscriptionSteps,
    private readonly mail: MailAvailability,
  ) {}

  /** @throws DomainError not_found, validation_failed, invalid_list_request */
  async execute(ctx: Ctx, ask: PlanMigration): Promise<MigrationReport> {
    const { dryRun = false } = ask;
    const terms = await this.db.read(ctx, (tx) => readTerms(tx, ask));
    const { ids, more } = await this.targets(ctx, ask);
    const bulk = bulkCtx(ctx);
    const results: Judged[] = [];
    const notifies = (ask.notify ?? true) && this.mail.available;
    let notified = 0;
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH);
      if (dryRun) bulk.demandAwaited?.();
      bulk.work?.renew(some.length);
      const judged = dryRun
        ? this.db.read(bulk, async (tx) => ({
            moved: await this.judge(tx, terms, await READ_NAMED.rows(tx, { ids: some }), false),
            told: 0,
          }))
        : this.db.write(bulk, (tx) => this.move(tx, terms, some, notifies), { answers: false });
      const { moved, told } = await judged;
      results.push(...moved);
      notified += told;
    }
    const report = reportOf(results, { dryRun, more, notified });
    if (dryRun) return report;
    return this.db.write(ctx, async (tx) => {
      const { results: _, ...told } = report;
      const { planId, to, from = null, on, day = null, dropOverrides = false } = ask;
      const after = { from, to, on, day, dropOverrides, ...told };
      audit(tx, { action: 'plan.migrated', object: 'plan', recordId: planId, after });
      return report;
    });
  }

  private async targets(ctx: Ctx, ask: PlanMigration) {
    const shown = sight.list(ctx, subscriptionList);
    const list = { ...shown, map: (row: Subscription) => ({ id: row.id }) };
    const { filter } = ask;
    const query = { ...(filter !== undefined && { filter: JSON.stringify(filter) }) };
    const day = await filterDay(ctx, this.db, filter);
    const request = parseListRequest(list, query, undefined, day);
    const ids: SubscriptionId[] = [];
    for await (const batch of walkList(ctx, this.db, list, request, onVersion(ctx, ask))) {
      ids.push(...batch.map(({ id }) => id));
      if (ids.length > MOST_MIGRATED) break;
    }
    return { ids: ids.slice(0, MOST_MIGRATED).toSorted(), more: ids.length > MOST_MIGRATED };
  }

  private async move(
    tx: Tx,
    terms: MigrationTerms,
    ids: readonly SubscriptionId[],
    notifies: boolean,
  ): Promise<{ readonly moved: readonly Judged[]; readonly told: number }> {
    const locked = await LOCK_NAMED.rows<Subscription>(tx, { ids });
    const judged = await this.judge(tx, terms, locked, true);
    const taken = judged.flatMap(({ before, outcome }): TakenStep[] => {
      if (typeof outcome === 'string') return [];
      return [{ before, step: stepOf(before, outcome, terms) }];
    });
    await this.steps.take(tx, taken, terms.today);
    const moved = judged.flatMap(({ outcome, ...each }) =>
      typeof outcome === 'string' ? [] : [{ ...each, outcome }],
    );
    const told = notifies ? await mailMigrated(tx, terms.to, moved) : 0;
    return { moved: judged, told };
  }

  /** @param held the subscriptions are locked, and so is what bills them */
  private async judge(
    tx: Tx,
    terms: MigrationTerms,
    subscriptions: readonly Subscription[],
    held: boolean,
  ): Promise<Judged[]> {
    const contractIds = subscriptions.flatMap(({ contractId }) => contractId ?? []);
    const ids = subscriptions.map(({ id }) => id);
    const covered = await this.steps.followers.coveredUntil(tx, ids, held);
    const [wholes, waiting, ends] = await Promise.all([
      withItems(tx, subscriptions),
      documentApproval.waitingAmong(tx, ids),
      tx.rows<{ id: ContractId; endDate: LocalDate | null }>(ENDS, [tx.ctx.companyId, contractIds]),
    ]);
    const endOf = new Map<string, LocalDate | null>(ends.map(({ id, endDate }) => [id, endDate]));
    return wholes.map((before) => {
      const { subscription } = before;
      const end = endOf.get(subscription.contractId ?? '') ?? null;
      const coveredUntil = covered.get(subscription.id) ?? null;
      const effectiveOn = migrationDay(subscription, terms, { end, coveredUntil });
      if (waiting.has(subscription.id)) {
        return { before, effectiveOn, outcome: 'record_awaits_approval' };
      }
      return { before, effectiveOn, outcome: migrated(before, terms, effectiveOn) };
    });
  }
}

/** @throws DomainError not_found, validation_failed */
async function readTerms(tx: Tx, ask: PlanMigration): Promise<MigrationTerms> {
  const { planId, to, from = null, on, day = null, dropOverrides = false } = ask;
  await requirePlan(tx, planId);
  const named = [to, ...(from === null ? [] : [from])];
  const [versions, company] = await Promise.all([planVersions(tx, named), readCompanyTerms(tx)]);
  const version = versions.get(to);
  for (const [pointer, id] of [['/to', to] as const, ['/from', from] as const]) {
    if (id === null || versions.get(id)?.planId === planId) continue;
    throw invalidField(pointer, 'reference_not_found', 'There is no such version of the plan.');
  }
  if (!version) throw notFound({ object: 'version of a plan' });
  if (from === to) throw invalidField('/from', 'same', 'is the version they would move to');
  const today = companyToday(company, tx.ctx.now);
  if ((on === 'day') !== (day !== null)) {
    throw invalidField('/day', 'required', 'goes with `on: day`, and is required there');
  }
  refuseFarDays({ day });
  if (day !== null && day <= today) throw invalidField('/day', 'min', `must be after ${today}`);
  const { now } = tx.ctx;
  return { from, to: version, on, day, dropOverrides, today, now };
}

/** Those of which an item goes on with a version that it would leave. */
function onVersion(ctx: Ctx, { planId, from = null, to }: PlanMigration): ListNarrowing {
  return (bind) => {
    const company = `${bind(ctx.companyId)}::uuid`;
    const version = from === null ? `<> ${bind(to)}::uuid` : `= ${bind(from)}::uuid`;
    return `s.status not in ('cancelled', 'expired')
      and exists (select from sales.subscription_item i
        where i.company_id = ${company} and i.subscription_id = s.id and i.valid_to is null
          and i.plan_id = ${bind(planId)}::uuid and i.plan_version_id ${version})`;
  };
}

interface Judged {
  readonly before: WholeSubscription;
  readonly effectiveOn: LocalDate;
  readonly outcome: Migrated | MigrationRefusal;
}

function stepOf(
  { subscription }: WholeSubscription,
  { change }: Migrated,
  { to, today }: MigrationTerms,
): TakenStep['step'] {
  const { effectiveOn, rows, after } = change;
  const isPlanned = effectiveOn > today && subscription.status !== 'pending';
  return {
    patch: isPlanned ? { changeOn: effectiveOn } : firstItemOf(after),
    kind: isPlanned ? 'change_planned' : 'changed',
    effectiveOn,
    reason: `Version ${to.number} of the plan`,
    told: isPlanned ? 'subscription.change_scheduled' : 'subscription.changed',
    items: rows,
  };
}

function reportOf(
  judged: readonly Judged[],
  { dryRun, more, notified }: Pick<MigrationReport, 'dryRun' | 'more' | 'notified'>,
): MigrationReport {
  const sums = new Map<Currency, { subscriptions: number; before: bigint; after: bigint }>();
  const results = judged.map(({ before, effectiveOn, outcome }): MigrationResult => {
    const { id: subscriptionId, currency } = before.subscription;
    if (typeof outcome === 'string') {
      const nothing = { effectiveOn: null, before: null, after: null };
      return { subscriptionId, code: outcome, currency, ...nothing };
    }
    const sum = sums.get(currency) ?? { subscriptions: 0, before: 0n, after: 0n };
    sum.subscriptions += 1;
    sum.before += outcome.before;
    sum.after += outcome.after;
    sums.set(currency, sum);
    return {
      subscriptionId,
      code: null,
      currency,
      effectiveOn,
      before: formatMinor(outcome.before, currency),
      after: formatMinor(outcome.after, currency),
    };
  });
  const skipped = results.filter(({ code }) => code !== null).length;
  const revenue = [...sums].map(([currency, { subscriptions, before, after }]) => ({
    currency,
    subscriptions,
    before: formatMinor(before, currency),
    after: formatMinor(after, currency),
    difference: formatMinor(after - before, currency),
  }));
  const migrated = results.length - skipped;
  return { dryRun, migrated, skipped, notified, more, revenue, results };
}
