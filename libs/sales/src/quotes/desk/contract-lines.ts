import { readToday } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import type { Timing } from '../../pricing/quoted-line.js';
import type { SupplyPlace } from '@quittance/tax';
import type { PlanId, PlanVersionId } from '../../plans/plan-version.js';
import type { RecurringFrequency } from '../../subscriptions/grid.js';
import type { QuoteLineInput } from '../lines/quote-line.js';

/** More lines than any contract has that somebody renews as a whole. */
const MOST = 200;

/**
 * What goes on under a contract today, or went on the day before it ended; by
 * subscription_contract_index.
 */
const UNDER = sql(`
  select s.currency, s.frequency, s.timing, i.product_id as "productId", i.description, i.quantity,
    i.unit_price as "unitPrice", i.discount_percent as "discountPercent",
    i.discount_amount as "discountAmount", i.tax_code as "taxCode",
    i.place_of as "placeOf",
    i.plan_id as "planId",
    case when p.active and p.deleted_at is null
      and (jsonb_path_exists(v.prices, '$[*].currency ? (@ == $own)', o.own)
        or jsonb_path_exists(v.charges, '$[*].prices[*].currency ? (@ == $own)', o.own))
      then i.plan_version_id end as "planVersionId"
  from sales.subscription s
  cross join lateral (select least($3::date, s.ended_on - 1) as day) d
  cross join lateral (select jsonb_build_object('own', s.currency) as own) o
  join sales.subscription_item i on i.company_id = $1 and i.subscription_id = s.id
  join sales.plan p on p.company_id = $1 and p.id = i.plan_id
  join sales.plan_version v on v.company_id = $1 and v.id = i.plan_version_id
  where s.company_id = $1 and s.contract_id = $2 and s.status <> 'cancelled'
    and i.valid_from <= greatest(d.day, s.start_date) and (i.valid_to is null or i.valid_to > d.day)
  order by s.created_at, s.id, i.position limit ${MOST}`);

interface Item {
  readonly currency: Currency;
  readonly frequency: RecurringFrequency;
  readonly timing: Timing;
  readonly productId: ProductId;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discountPercent: string | null;
  /** Minor units. */
  readonly discountAmount: bigint | null;
  readonly taxCode: string | null;
  readonly placeOf: SupplyPlace | null;
  readonly planId: PlanId;
  /** Null of a plan that is not active any more, and of one that has no price in the currency. */
  readonly planVersionId: PlanVersionId | null;
}

/** What a contract sells, as lines of a quote that is to renew it. */
export interface ContractLines {
  readonly currency: Currency;
  readonly lines: readonly QuoteLineInput[];
  /** Items in other currencies, which one quote cannot have. */
  readonly leftOut: number;
}

/** Null of a contract under which nothing recurs. Prices are those that are paid. */
export async function contractLines(tx: Tx, contractId: string): Promise<ContractLines | null> {
  const params = [tx.ctx.companyId, contractId, await readToday(tx)];
  const items = await tx.rows<Item>(UNDER, params);
  const [first] = items;
  if (!first) return null;
  const taken = items.filter(({ currency }) => currency === first.currency);
  return {
    currency: first.currency,
    lines: taken.map(ofOneVersion).map(lineOf),
    leftOut: items.length - taken.length,
  };
}

/** What is billed together of a plan is of one version, that of what was agreed first. */
function ofOneVersion(item: Item, at: number, all: readonly Item[]): Item {
  const first = all.findIndex(
    ({ planId, frequency, timing }) =>
      planId === item.planId && frequency === item.frequency && timing === item.timing,
  );
  return first === at ? item : { ...item, planVersionId: null };
}

function lineOf(item: Item): QuoteLineInput {
  const { productId, description, frequency, timing, taxCode, placeOf, planVersionId } = item;
  return {
    kind: 'recurring',
    productId,
    description,
    frequency,
    timing,
    quantity: trimDecimal(item.quantity),
    unitPrice: trimDecimal(item.unitPrice),
    ...discountOf(item),
    ...(taxCode !== null && { taxCode }),
    placeOf,
    ...(planVersionId !== null && { planVersionId }),
  };
}

function discountOf({ discountPercent, discountAmount, currency }: Item) {
  if (discountPercent !== null) return { discount: { percent: trimDecimal(discountPercent) } };
  if (discountAmount === null || discountAmount === 0n) return {};
  return { discount: { amount: formatMinor(discountAmount, currency) } };
}
