import { sql, type Tx } from '@quittance/database';
import { invalidFields, type ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PlanId, PlanVersionId } from '../plan-version.js';
import {
  lacksPlan,
  linePlanOf,
  versionsFor,
  type FoundVersion,
  type PlannedLine,
  type SoldVersion,
} from './line-plan.js';
import { withStubs } from './line-stubs.js';

/**
 * The newest versions of plans of products and of plans that are named, and versions that are named
 * themselves; the oldest plan first. By `plan_product_index`, `plan_version_number_key` and primary
 * keys.
 */
const VERSIONS = sql(`
  select p.id as "planId", p.product_id as "productId", p.active, v.id as "versionId",
    v.frequency, v.timing, v.prices, v.charges, v.minimums,
    v.number = (select max(o.number) from sales.plan_version o
      where o.company_id = $1 and o.plan_id = p.id) as newest
  from sales.plan p
  join sales.plan_version v on v.company_id = $1 and v.plan_id = p.id
    and (v.id = any($4::uuid[]) or v.number = (select max(o.number) from sales.plan_version o
      where o.company_id = $1 and o.plan_id = p.id))
  where p.company_id = $1 and p.deleted_at is null
    and (p.product_id = any($2::uuid[]) or p.id = any($3::uuid[]) or v.id = any($4::uuid[]))
  order by p.created_at, p.id, v.number desc`);

/** By primary key. */
const UNITS = sql(`select m.id, m.unit from sales.meter m
  where m.company_id = $1 and m.id = any($2::uuid[])`);

/**
 * Lines that recur with their plans, and what those ask of stubs: those that have one keep it,
 * unless all are asked.
 * @throws DomainError validation_failed naming each plan that a line cannot be of
 */
export async function withPlans<Line extends PlannedLine & Parameters<typeof withStubs>[1][number]>(
  tx: Tx,
  lines: readonly Line[],
  currency: Currency,
  anew = false,
): Promise<Line[]> {
  const asked = anew ? lines.map((line): Line => ({ ...line, plan: undefined })) : [...lines];
  const found = await foundVersions(tx, asked, currency);
  if (!found) return withStubs(tx, asked);
  const meters = found.flatMap((each) =>
    (each?.version?.charges ?? []).map(({ meterId }) => meterId),
  );
  const units = await readUnits(tx, meters);
  const planned = asked.map((line, i): Line => {
    const each = found[i];
    return each ? { ...line, plan: linePlanOf(each, currency, units) } : line;
  });
  return withStubs(tx, planned);
}

/**
 * That lines can be of the plans that they name, whatever the currency: those of a template.
 * @throws DomainError validation_failed
 */
export async function refuseUnfitPlans(tx: Tx, lines: readonly PlannedLine[]): Promise<void> {
  const named = lines.some(
    ({ planId, planVersionId }) => planId !== null || planVersionId !== null,
  );
  if (named) await foundVersions(tx, lines, null);
}

/** Undefined where nothing is to be found. @throws DomainError validation_failed */
async function foundVersions(
  tx: Tx,
  lines: readonly PlannedLine[],
  currency: Currency | null,
): Promise<readonly (FoundVersion | undefined)[] | undefined> {
  if (!lines.some(lacksPlan)) return undefined;
  const recurring = lines.filter(({ kind }) => kind === 'recurring');
  const versions = await tx.rows<SoldVersion>(VERSIONS, [
    tx.ctx.companyId,
    uuids<ProductId>(recurring.map(({ productId }) => productId)),
    uuids<PlanId>(recurring.map(({ planId }) => planId)),
    uuids<PlanVersionId>(
      recurring.map(({ plan, planVersionId }) => plan?.planVersionId ?? planVersionId),
    ),
  ]);
  const { found, errors } = versionsFor(lines, versions, currency);
  if (errors.length > 0) throw invalidFields(errors);
  return found;
}

function uuids<Id extends string>(ids: readonly (Id | null)[]): readonly Id[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

async function readUnits(tx: Tx, meters: readonly string[]) {
  if (meters.length === 0) return new Map<string, string | null>();
  const rows = await tx.rows<{ readonly id: string; readonly unit: string | null }>(UNITS, [
    tx.ctx.companyId,
    [...new Set(meters)],
  ]);
  return new Map(rows.map(({ id, unit }) => [id, unit]));
}
