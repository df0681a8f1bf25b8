import { sql, type Tx } from '@quittance/database';
import type { FieldError, ProductId } from '@quittance/kernel';
import type { PlanId, PlanVersionId, TrialEndAction } from '../../plans/plan-version.js';
import type { Timing } from '../../pricing/quoted-line.js';
import type { RecurringFrequency } from '../../subscriptions/grid.js';
import type { Stub } from '../../subscriptions/proration.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { planMissing } from '../order.errors.js';
import type { PlanOfLine } from './ordered-subscription.js';

/** The newest version of a plan of a product, as far as what recurs of an order needs it. */
export interface PlanOfProduct extends PlanOfLine {
  readonly frequency: RecurringFrequency;
  readonly timing: Timing;
  readonly stub: Stub;
  readonly trialEndAction: TrialEndAction;
}

/** What lines of the order are of already, whatever has become of it; by primary keys. */
const OF_VERSIONS = sql(`
  select p.id as "planId", p.product_id as "productId", v.id as "versionId", v.frequency, v.timing,
    v.stub, v.trial_end_action as "trialEndAction", p.active and p.deleted_at is null as offered
  from sales.plan_version v
  join sales.plan p on p.company_id = $1 and p.id = v.plan_id
  where v.company_id = $1 and v.id = any($2::uuid[])`);

/** The oldest plan of a product comes first; by `plan_product_index`, `plan_version_number_key`. */
const OF_PRODUCTS = sql(`
  select p.id as "planId", p.product_id as "productId", v.id as "versionId", v.frequency, v.timing,
    v.stub, v.trial_end_action as "trialEndAction"
  from sales.plan p
  join sales.plan_version v on v.company_id = $1 and v.plan_id = p.id and v.number = (
    select max(o.number) from sales.plan_version o where o.company_id = $1 and o.plan_id = p.id)
  where p.company_id = $1 and p.product_id = any($2::uuid[]) and p.active
    and p.deleted_at is null
  order by p.created_at, p.id`);

interface PlanRow extends Omit<PlanOfProduct, 'planId' | 'versionId' | 'productId'> {
  readonly planId: PlanId;
  readonly versionId: PlanVersionId;
  readonly productId: ProductId;
}

/** What says of a line which plan it is subscribed to; lines of quotes and of orders have it. */
type PlannedLine = Pick<
  OrderLine,
  'kind' | 'position' | 'productId' | 'description' | 'frequency' | 'timing' | 'planVersionId'
>;

interface FoundPlans<Line> {
  readonly plans: ReadonlyMap<Line, PlanOfProduct>;
  readonly missing: readonly Line[];
}

interface HeldPlan extends PlanRow {
  /** Whether it can still be subscribed to. */
  readonly offered: boolean;
}

/** The plan of each line that recurs, and those that have none. */
async function findPlans<Line extends PlannedLine>(
  tx: Tx,
  lines: readonly Line[],
  isFit: (held: HeldPlan) => boolean,
): Promise<FoundPlans<Line>> {
  const recurring = lines.filter(({ kind }) => kind === 'recurring');
  const held = await heldPlans(tx, recurring);
  const open = recurring.filter(({ planVersionId }) => planVersionId === null);
  const products = [...new Set(open.flatMap(({ productId }) => productId ?? []))];
  const found =
    products.length === 0 ? [] : await tx.rows<PlanRow>(OF_PRODUCTS, [tx.ctx.companyId, products]);
  const plans = new Map<Line, PlanOfProduct>();
  for (const line of recurring) {
    const { planVersionId, productId, frequency, timing } = line;
    const own = planVersionId && held.get(planVersionId);
    if (own && isFit(own)) plans.set(line, { ...own, productId: productId ?? own.productId });
    if (planVersionId !== null) continue;
    const plan = found.find(
      (each) =>
        each.productId === productId && each.frequency === frequency && each.timing === timing,
    );
    if (plan) plans.set(line, plan);
  }
  return { plans, missing: recurring.filter((line) => !plans.has(line)) };
}

async function heldPlans(tx: Tx, lines: readonly PlannedLine[]) {
  const ids = [...new Set(lines.flatMap(({ planVersionId }) => planVersionId ?? []))];
  if (ids.length === 0) return new Map<PlanVersionId, HeldPlan>();
  const rows = await tx.rows<HeldPlan>(OF_VERSIONS, [tx.ctx.companyId, ids]);
  return new Map(rows.map((row) => [row.versionId, row]));
}

const positionsOf = (lines: readonly PlannedLine[]) =>
  lines.map(({ position }) => position).join(', ');

/**
 * The plan of each line that recurs: the version that was agreed, whatever has become of the plan
 * since; of a line that has none, the newest of its product, billed as often and at the same end of
 * its periods.
 * @throws DomainError order_plan_missing
 */
export async function plansOfLines(
  tx: Tx,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<OrderLine['id'], PlanOfProduct>> {
  const { plans, missing } = await findPlans(tx, lines, () => true);
  if (missing.length > 0) throw planMissing({ lines: positionsOf(missing) });
  return new Map([...plans].map(([{ id }, plan]) => [id, plan]));
}

/**
 * Of lines that a customer is about to be offered, those he can choose as well: nobody signs what
 * could not be ordered, and nobody is offered a plan that is not active any more.
 * @throws DomainError order_plan_missing
 */
export async function refuseUnplanned(tx: Tx, lines: readonly PlannedLine[]): Promise<void> {
  const { missing } = await findPlans(tx, lines, ({ offered }) => offered);
  if (missing.length === 0) return;
  const errors = missing.map(({ position, description }): FieldError => {
    return { pointer: `/lines/${position - 1}/productId`, code: 'missing', message: description };
  });
  throw planMissing({ lines: positionsOf(missing) }, { errors });
}
