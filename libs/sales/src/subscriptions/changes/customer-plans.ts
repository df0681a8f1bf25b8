import { sql, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import type { PlanId } from '../../plans/plan-version.js';
import { planPrice } from '../../plans/plan-version.js';
import { offeredPlans } from '../../plans/plan-version.queries.js';
import type { Subscription } from '../subscription.description.js';
import type { WholeSubscription } from '../subscription.repository.js';

/** A plan that a customer may change to. */
export interface CustomerPlan {
  readonly id: PlanId;
  readonly name: string;
  readonly description: string | null;
  readonly productId: ProductId;
  readonly frequency: Subscription['frequency'];
  /** Of one unit and period. */
  readonly unitPrice: string;
  readonly currency: string;
}

/** More plans than any product has. */
const MOST = 200;

/** Active plans of some products; a company has few. */
const PLANS = sql(`
  select p.id, p.description from sales.plan p
  where p.company_id = $1 and p.product_id = any($2::uuid[]) and p.active
    and p.deleted_at is null
  order by p.name, p.id limit ${MOST}`);

/** Active plans of the products that are subscribed to, with a price in the currency. */
export async function offeredToCustomer(
  tx: Tx,
  { subscription, items }: WholeSubscription,
): Promise<CustomerPlan[]> {
  const { currency } = subscription;
  const products = [...new Set(items.map(({ productId }) => productId))];
  const plans = await tx.rows<{ id: PlanId; description: string | null }>(PLANS, [
    tx.ctx.companyId,
    products,
  ]);
  const offered = await offeredPlans(
    tx,
    plans.map(({ id }) => ({ planId: id, versionId: null })),
  );
  const known = new Map(offered.map((each) => [each.planId, each]));
  return plans.flatMap(({ id, description }) => {
    const plan = known.get(id);
    const price = plan && planPrice(plan.version, currency, '1');
    if (!plan || !price) return [];
    const { name, productId, version } = plan;
    const { frequency, timing } = version;
    if (timing !== subscription.timing) return [];
    const { unitPrice } = price;
    const kept = { id, name, description, frequency, unitPrice, currency };
    return [{ ...kept, productId: productId as ProductId }];
  });
}
