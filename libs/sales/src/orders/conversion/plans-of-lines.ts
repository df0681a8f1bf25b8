import { sql, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
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

/**
 * The plan of each line that recurs: of its product, billed as often and at the same end of its
 * periods.
 * @throws DomainError order_plan_missing
 */
export async function plansOfLines(
  tx: Tx,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<OrderLine['id'], PlanOfProduct>> {
  const recurring = lines.filter(({ kind }) => kind === 'recurring');
  const products = [...new Set(recurring.flatMap(({ productId }) => productId ?? []))];
  const found = await tx.rows<PlanRow>(OF_PRODUCTS, [tx.ctx.companyId, products]);
  const plans = new Map<OrderLine['id'], PlanOfProduct>();
  for (const { id, productId, frequency, timing } of recurring) {
    const plan = found.find(
      (each) =>
        each.productId === productId && each.frequency === frequency && each.timing === timing,
    );
    if (plan) plans.set(id, plan);
  }
  const missing = recurring.filter(({ id }) => !plans.has(id));
  if (missing.length === 0) return plans;
  throw planMissing({ lines: missing.map(({ position }) => position).join(', ') });
}
