import { documentFiles } from '@quittance/lines';
import type { CompanyObject } from '@quittance/metadata';
import { orderLineAgain } from '../orders/lines/order-line-again.js';
import { isWritten } from '../quotes/lines/quote-line.js';
import { orderLineMembers } from '../orders/lines/order-line.description.js';
import { orderNoun, type OrderId } from '../orders/order.description.js';
import { linesOfOrders } from '../orders/order.repository.js';

/** What a file of orders with their lines says. */
export function orderShape(object: CompanyObject) {
  return documentFiles.shape({
    name: 'an import of orders',
    head: orderNoun,
    line: { members: orderLineMembers },
    shares: ['discount'],
    own: ['status'],
    lists: ['stages'],
    custom: documentFiles.customFields(object.fields),
  });
}

/** Orders with their lines as a file that an import takes back, at the prices that they have. */
export function orderFile(object: CompanyObject) {
  const shape = orderShape(object);
  return documentFiles.of(shape, async (tx, orders) => {
    const currencies = new Map(orders.map(({ id, currency }) => [id, String(currency)]));
    const lines = await linesOfOrders(tx, [...currencies.keys()] as OrderId[]);
    const sold = lines.filter(isWritten).map((line) => ({
      of: line.orderId,
      line: priced(orderLineAgain(line, currencies.get(line.orderId) ?? ''), line),
    }));
    return documentFiles.soldLines(tx, shape, sold);
  });
}

/** With the price that it has: another company has other prices, and plans of its own. */
function priced(line: object, { unitPrice }: { readonly unitPrice: string | null }) {
  const plan = { planId: null, planVersionId: null };
  return { ...line, ...plan, unitPrice } as Readonly<Record<string, unknown>>;
}
