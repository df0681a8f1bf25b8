import { sql, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
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

/** A plan that a customer is shown, whether there is a price for them or not. */
export interface ShownPlan extends Omit<CustomerPlan, 'unitPrice'> {
  readonly productName: string;
  readonly timing: Subscription['timing'];
  readonly trialDays: number;
  /** Whether usage is billed beside it. */
  readonly metered: boolean;
  /** Null where it has none in the currency: a quote is asked for. */
  readonly unitPrice: string | null;
}

type ShownRow = Pick<ShownPlan, 'id' | 'description' | 'productName'>;

/** Active plans of recurring products that customers are shown. */
const SHOWN = sql(`
  select p.id, p.description, g.name as "productName" from sales.plan p
  join catalog.pub_catalogue_product g on g.company_id = $1 and g.id = p.product_id
  where p.company_id = $1 and p.active and p.deleted_at is null
    and g.in_catalogue and g.active and g.deleted_at is null
    and ($2::uuid is null or p.product_id = $2::uuid)
  order by g.name, p.name, p.id limit ${MOST}`);

/** The plans of the catalogue at what a unit costs in a currency, of one product or of all. */
export async function shownPlans(
  tx: Tx,
  currency: Currency,
  productId: ProductId | null,
): Promise<ShownPlan[]> {
  const rows = await tx.rows<ShownRow>(SHOWN, [tx.ctx.companyId, productId]);
  const wanted = rows.map(({ id }) => ({ planId: id, versionId: null }));
  const offered = new Map((await offeredPlans(tx, wanted)).map((each) => [each.planId, each]));
  return rows.flatMap((row) => {
    const plan = offered.get(row.id);
    if (!plan) return [];
    const { frequency, timing, trialDays, charges } = plan.version;
    const unitPrice = planPrice(plan.version, currency, '1')?.unitPrice ?? null;
    const terms = { frequency, timing, trialDays, metered: charges.length > 0 };
    const of = { name: plan.name, productId: plan.productId as ProductId };
    return [{ ...row, ...of, ...terms, unitPrice, currency }];
  });
}

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
