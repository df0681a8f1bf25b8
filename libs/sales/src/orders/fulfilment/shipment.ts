import type { Tx } from '@quittance/database';
import { boolean, date, datetime, integer, lookup, text } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import {
  describeNoun,
  headOf,
  hidden,
  items,
  nounList,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { OrderLineId } from '../lines/order-line.description.js';
import type { OrderId } from '../order.description.js';

/** How much of which line a shipment or a return was about. */
export interface MovedQuantity {
  readonly lineId: OrderLineId;
  /** Decimal text. */
  readonly quantity: string;
}

const UNLISTED = { listed: false } as const;
const NULLABLE = { nullable: true } as const;

/** Who did it and when: what shipments, returns and amendments have in common. */
export const toldMembers = {
  actorKind: system(text('Kind of actor', { maxLength: 20 })),
  actorId: system(text('Actor', { maxLength: 100 }), NULLABLE),
  actorName: system(text('Name of the actor', { maxLength: 200 })),
  createdAt: system(datetime('Made at')),
};

/** The same of whoever the transaction is of. */
export function toldBy({ ctx: { actor, now } }: Tx) {
  return { actorKind: actor.kind, actorId: actor.id, actorName: actor.name, createdAt: now };
}

const movedLines = system(items<MovedQuantity>('Lines', { maxItems: 500 }), UNLISTED);

/** Something of an order has left; written once. */
export const shipmentNoun = describeNoun({
  name: 'order-shipment',
  label: 'Shipment',
  pluralLabel: 'Shipments',
  path: '/sales-orders/{id}/shipments',
  table: 'sales.order_shipment',
  alias: 's',
  defaultSort: '-number',
  members: {
    orderId: hidden(lookup<OrderId>('Order', null)),
    id: system(lookup<Id<'order-shipment'>>('Id', null), UNLISTED),
    number: system(integer('Number', { help: 'Counted from 1 in each order.' })),
    shippedOn: system(date('Shipped on')),
    carrier: system(text('Carrier', { maxLength: 100 }), NULLABLE),
    trackingNumber: system(text('Tracking number', { maxLength: 100 }), NULLABLE),
    lines: movedLines,
    ...toldMembers,
  },
});

export type Shipment = RowOf<typeof shipmentNoun.members>;

/** Something of an order came back; written once. */
export const returnNoun = describeNoun({
  name: 'order-return',
  label: 'Return',
  pluralLabel: 'Returns',
  path: '/sales-orders/{id}/returns',
  table: 'sales.order_return',
  alias: 'r',
  defaultSort: '-number',
  members: {
    orderId: hidden(lookup<OrderId>('Order', null)),
    id: system(lookup<Id<'order-return'>>('Id', null), UNLISTED),
    number: system(integer('Number', { help: 'Counted from 1 in each order.' })),
    returnedOn: system(date('Returned on')),
    restock: system(boolean('Restocked', { help: 'It can be sold again.' })),
    reason: system(text('Reason', { maxLength: 2000 })),
    lines: movedLines,
    ...toldMembers,
  },
});

export type OrderReturn = RowOf<typeof returnNoun.members>;

const shipmentView = headOf(shipmentNoun, {});
export type ShipmentView = ReturnType<typeof shipmentView>;

const returnView = headOf(returnNoun, {});
export type ReturnView = ReturnType<typeof returnView>;

/** Newest first by `order_shipment_number_key`. */
export const shipmentList: ListDefinition<Shipment, ShipmentView> = nounList(
  shipmentNoun,
  shipmentView,
);

/** Newest first by `order_return_number_key`. */
export const returnList: ListDefinition<OrderReturn, ReturnView> = nounList(returnNoun, returnView);

export function shipmentsOf(id: OrderId): ListNarrowing {
  return (bind) => `s.order_id = ${bind(id)}`;
}

export function returnsOf(id: OrderId): ListNarrowing {
  return (bind) => `r.order_id = ${bind(id)}`;
}
