import type { PriceBookId } from '@quittance/catalog';
import type { Tx } from '@quittance/database';
import { withPlans } from '../../plans/sold/line-plans.js';
import { readOffers, withPrices } from '../../quotes/lines/read-prices.js';
import type { Order } from '../order.description.js';
import type { KeptOrderLine } from './order-line.js';

/** What of an order the prices of its lines depend on. */
type OrderPriceBasis = Pick<
  Order,
  'accountId' | 'currency' | 'priceBookId' | 'pricingDate' | 'tiersAcross'
>;

/** Lines with their prices and plans: those that have one keep it, unless all are asked. */
export async function withOrderPrices(
  tx: Tx,
  order: OrderPriceBasis,
  accountPriceBookId: PriceBookId | null,
  lines: readonly KeptOrderLine[],
  anew = false,
): Promise<KeptOrderLine[]> {
  const basis = { ...order, accountPriceBookId };
  const written = lines.map((line) => line.quoted);
  const quoted = await withPlans(tx, written, order.currency, anew);
  const priced = withPrices(quoted, await readOffers(tx, basis, quoted), basis, anew);
  return lines.map((line, i) => ({ ...line, quoted: priced[i] ?? line.quoted }));
}
