import { supplyPlaceSql } from '@quittance/catalog';
import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import { headOf, nounList } from '@quittance/nouns';
import { rowScope } from '@quittance/objects';
import type { SupplyPlace } from '@quittance/tax';
import { planVersionNoun, type PlanVersion } from './plan-version.description.js';
import type { PlanId, PlanVersionId } from './plan-version.js';

export const planVersionView = headOf(planVersionNoun, {});
export type PlanVersionView = ReturnType<typeof planVersionView>;

export const planVersionList: ListDefinition<PlanVersion, PlanVersionView> = nounList(
  planVersionNoun,
  planVersionView,
);

/** By `plan_version_number_key`. */
export function versionsOf(planId: PlanId): ListNarrowing {
  return (bind) => `v.plan_id = ${bind(planId)}`;
}

const VERSION = planVersionNoun.rows.select('v');
/** By primary key. */
const FIND = sql(`select ${VERSION} from sales.plan_version v
  where v.company_id = $1 and v.id = any($2::uuid[])`);

/** A plan as whoever subscribes needs it, with one of its versions. */
export interface OfferedPlan {
  readonly planId: PlanId;
  readonly name: string;
  readonly productId: string;
  readonly taxCode: string | null;
  /** Where its product is supplied, whoever buys it. */
  readonly placeOf: SupplyPlace | null;
  readonly active: boolean;
  readonly version: PlanVersion;
}

/** The newest version of each plan, or the one that is named; by `plan_version_number_key`. */
const OFFERED = sql(`
  select p.id as "planId", p.name, p.product_id as "productId", p.active,
    g.tax_code as "taxCode", ${supplyPlaceSql('g')} as "placeOf", ${VERSION}
  from unnest($2::uuid[], $3::uuid[]) as w(plan_id, version_id)
  join sales.plan p on p.company_id = $1 and p.id = w.plan_id and p.deleted_at is null
  join catalog.pub_catalogue_product g on g.company_id = $1 and g.id = p.product_id
  join sales.plan_version v on v.company_id = $1 and v.plan_id = p.id
    and (v.id = w.version_id or (w.version_id is null and v.number = (
      select max(o.number) from sales.plan_version o
      where o.company_id = $1 and o.plan_id = p.id)))`);

/** Which plan, and which version of it; null: the newest. */
export interface WantedPlan {
  readonly planId: PlanId;
  readonly versionId: PlanVersionId | null;
}

/** What there is of the plans that are wanted, in one statement. */
export async function offeredPlans(
  tx: Tx,
  wanted: readonly WantedPlan[],
): Promise<readonly OfferedPlan[]> {
  const rows = await tx.rows<Omit<OfferedPlan, 'version'> & PlanVersion>(OFFERED, [
    tx.ctx.companyId,
    wanted.map(({ planId }) => planId),
    wanted.map(({ versionId }) => versionId),
  ]);
  return rows.map(({ name, productId, taxCode, placeOf, active, ...version }) => ({
    planId: version.planId,
    name,
    productId,
    taxCode,
    placeOf,
    active,
    version,
  }));
}

export async function planVersions(
  tx: Tx,
  ids: readonly PlanVersionId[],
): Promise<Map<PlanVersionId, PlanVersion>> {
  const rows = await tx.rows<PlanVersion>(FIND, [tx.ctx.companyId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** By primary key. */
const PLAN = `select p.id from sales.plan p
  where p.company_id = $1 and p.id = $2 and p.deleted_at is null`;

/** That there is a plan and that the actor may see it. @throws DomainError not_found */
export async function requirePlan(tx: Tx, id: PlanId): Promise<void> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, 'products', 'p', (value) => `$${params.push(value)}`);
  const found = await tx.maybe(sql(scope === null ? PLAN : `${PLAN} and ${scope}`), params);
  if (!found) throw notFound({ object: 'plan' });
}

/** @throws DomainError not_found */
export async function findPlanVersion(
  tx: Tx,
  planId: PlanId,
  id: PlanVersionId,
): Promise<PlanVersionView> {
  await requirePlan(tx, planId);
  const found = (await planVersions(tx, [id])).get(id);
  if (found?.planId !== planId) throw notFound({ object: 'version of a plan' });
  return planVersionView(found);
}
