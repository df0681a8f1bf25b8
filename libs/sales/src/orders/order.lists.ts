import type { ListDefinition } from '@quittance/lists';
import { nounList } from '@quittance/nouns';
import { orderNoun, type OrderHeadRow } from './order.description.js';
import { orderHead, type OrderHead } from './order.view.js';

/** The list of sales orders. */
export const orderList: ListDefinition<OrderHeadRow, OrderHead> = {
  ...nounList<OrderHeadRow, OrderHead>(orderNoun, orderHead),
  select: orderNoun.rows.select('o', orderNoun.head),
  wide: true,
};
