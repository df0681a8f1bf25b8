import { about, heard } from './event-description.js';
import { salesOrder } from './payloads/sales.js';

const ofOrder = about('sales-order');

/** What is announced of sales orders. */
export const ORDER_EVENTS = {
  'order.placed': heard(
    'updated',
    ofOrder('A sales order was placed: it waits to be confirmed.', salesOrder, {
      status: 'pending',
    }),
  ),
  'order.confirmed': heard(
    'updated',
    ofOrder('A sales order binds: credit covers it.', salesOrder, { status: 'confirmed' }),
  ),
  'order.amended': heard(
    'updated',
    ofOrder('What is ordered was changed, or some of it given up.', salesOrder, {
      status: 'confirmed',
    }),
  ),
  'order.shipped': heard(
    'updated',
    ofOrder('Some or all of a sales order has left.', salesOrder, {
      status: 'shipped',
      fulfilment: 'full',
    }),
  ),
  'order.returned': heard(
    'updated',
    ofOrder('Some of a sales order came back.', salesOrder, { status: 'shipped' }),
  ),
  'order.delivered': heard(
    'updated',
    ofOrder('A sales order has arrived, or its services are rendered.', salesOrder, {
      status: 'delivered',
    }),
  ),
  'order.closed': heard(
    'updated',
    ofOrder('Nothing is left to be done about a sales order.', salesOrder, { status: 'closed' }),
  ),
  'order.cancelled': heard(
    'updated',
    ofOrder('A sales order was given up before anything of it left.', salesOrder, {
      status: 'cancelled',
    }),
  ),
  'order.payment_status_changed': heard(
    'updated',
    ofOrder('Money has made a sales order paid, in part or in full, or less so.', salesOrder, {
      paymentStatus: 'paid',
    }),
  ),
} as const;
