import { integer, json, lookup, picklist, text } from '@quittance/fields';
import { newId, type Id } from '@quittance/kernel';
import type { Tx } from '@quittance/database';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import {
  choicesOf,
  describeNoun,
  headOf,
  hidden,
  lineAmount,
  nounList,
  system,
  type RowOf,
} from '@quittance/nouns';
import { unitPriceText } from '@quittance/lines';
import { formatMinor, trimDecimal } from '@quittance/money';
import { toldBy, toldMembers } from '../fulfilment/shipment.js';
import type { OrderLine } from '../lines/order-line.description.js';
import type { Order, OrderId } from '../order.description.js';

export const ORDER_AMENDMENT_KINDS = ['amended', 'closed_short'] as const;
export type OrderAmendmentKind = (typeof ORDER_AMENDMENT_KINDS)[number];

/** What of a line an amendment is about, as it was or is. Decimal text. */
export interface AmendedLineFacts {
  readonly lineId: string;
  readonly description: string;
  readonly ordered: string;
  readonly cancelled: string;
  readonly unitPrice: string | null;
  readonly net: string;
}

interface Facts {
  readonly lines: readonly AmendedLineFacts[];
}

const UNLISTED = { listed: false } as const;

/** What an amendment, or closing it short, made of an order; written once. */
export const orderAmendmentNoun = describeNoun({
  name: 'order-amendment',
  label: 'Amendment of an order',
  pluralLabel: 'Amendments of an order',
  path: '/sales-orders/{id}/amendments',
  table: 'sales.order_amendment',
  alias: 'a',
  defaultSort: '-number',
  members: {
    orderId: hidden(lookup<OrderId>('Order', null)),
    id: system(lookup<Id<'order-amendment'>>('Id', null), UNLISTED),
    number: system(integer('Number', { help: 'Counted from 1 in each order.' })),
    kind: system(picklist('Kind', choicesOf(ORDER_AMENDMENT_KINDS))),
    reason: system(text('Reason', { maxLength: 2000 })),
    before: system(json<Facts>('Before'), UNLISTED),
    after: system(json<Facts>('After'), UNLISTED),
    valueBefore: hidden(lineAmount('Value before')),
    valueAfter: hidden(lineAmount('Value after')),
    ...toldMembers,
  },
});

export type OrderAmendment = RowOf<typeof orderAmendmentNoun.members>;
const orderAmendmentView = headOf(orderAmendmentNoun, {});
export type OrderAmendmentView = ReturnType<typeof orderAmendmentView>;

/** Newest first by `order_amendment_number_key`. */
export const orderAmendmentList: ListDefinition<OrderAmendment, OrderAmendmentView> = nounList(
  orderAmendmentNoun,
  orderAmendmentView,
);

export function orderAmendmentsOf(id: OrderId): ListNarrowing {
  return (bind) => `a.order_id = ${bind(id)}`;
}

/** What an amendment does to a locked order. */
export interface AmendmentMade {
  readonly kind: OrderAmendmentKind;
  readonly reason: string;
  /** The lines that changed, as they were. */
  readonly before: readonly OrderLine[];
  /** As they are, new ones among them. */
  readonly after: readonly OrderLine[];
  readonly valueAfter: bigint;
}

/** The next amendment of a locked order. */
export function amendmentOf(tx: Tx, order: Order, made: AmendmentMade): OrderAmendment {
  const factsOf = (lines: readonly OrderLine[]): Facts => ({
    lines: lines.map(({ id, description, ordered, cancelled, unitPrice, net }) => {
      const amount = formatMinor(net, order.currency);
      return {
        lineId: id,
        description,
        ordered: trimDecimal(ordered),
        cancelled: trimDecimal(cancelled),
        unitPrice: unitPrice === null ? null : unitPriceText(unitPrice, order.currency),
        net: amount,
      };
    }),
  });
  return {
    ...toldBy(tx),
    orderId: order.id,
    id: newId<'order-amendment'>(),
    number: order.amendment + 1,
    kind: made.kind,
    reason: made.reason,
    before: factsOf(made.before),
    after: factsOf(made.after),
    valueBefore: order.value,
    valueAfter: made.valueAfter,
  };
}
