import { DomainError } from '@quittance/kernel';
import {
  ORDER_OPERATIONS,
  ORDER_STATUSES,
  orderStatusAfter,
  type LinesTold,
  type OrderOperation,
  type OrderStatus,
} from './order.js';

/** Goods of which some are left to be shipped, invoiced as far as they have left. */
const goods: LinesTold = { open: true, shippable: true, everShipped: true, invoiced: false };
const allShipped: LinesTold = { ...goods, open: false };
const services: LinesTold = { open: false, shippable: false, everShipped: false, invoiced: false };
const outcome = (status: OrderStatus, operation: OrderOperation, lines = goods): string => {
  try {
    return orderStatusAfter(status, operation, lines);
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
};

type Told = readonly [Partial<Record<OrderStatus, string>>, string];

/** Every operation on an order with goods left to ship; what is not told is the last word. */
const TABLE: Record<OrderOperation, Told> = {
  change: [{ draft: 'draft', pending: 'pending' }, 'order_not_draft'],
  place: [{ draft: 'pending' }, 'order_not_draft'],
  confirm: [{ draft: 'confirmed', pending: 'confirmed' }, 'order_not_pending'],
  'confirm-anew': [{ pending_approval: 'confirmed' }, 'order_not_pending'],
  approve: [{ pending_approval: 'confirmed' }, 'order_not_pending_approval'],
  refuse: [{ pending_approval: 'pending' }, 'order_not_pending_approval'],
  'start-production': [{ confirmed: 'in_production' }, 'order_not_confirmed'],
  ship: [{ confirmed: 'confirmed', in_production: 'in_production' }, 'order_not_confirmed'],
  deliver: [{ shipped: 'delivered' }, 'order_not_shipped'],
  close: [{ delivered: 'closed' }, 'order_not_delivered'],
  cancel: [
    {
      draft: 'cancelled',
      pending: 'cancelled',
      pending_approval: 'cancelled',
      confirmed: 'cancelled',
    },
    'order_not_pending',
  ],
  'close-short': [
    { confirmed: 'confirmed', in_production: 'in_production', shipped: 'shipped' },
    'order_not_confirmed',
  ],
  return: [
    {
      confirmed: 'confirmed',
      in_production: 'in_production',
      shipped: 'shipped',
      delivered: 'delivered',
    },
    'order_not_confirmed',
  ],
  amend: [
    { confirmed: 'confirmed', in_production: 'in_production', shipped: 'confirmed' },
    'order_not_confirmed',
  ],
  invoice: [
    {
      confirmed: 'confirmed',
      in_production: 'in_production',
      shipped: 'shipped',
      delivered: 'delivered',
    },
    'order_not_confirmed',
  ],
  reach: [
    {
      confirmed: 'confirmed',
      in_production: 'in_production',
      shipped: 'shipped',
      delivered: 'delivered',
    },
    'order_not_confirmed',
  ],
  deposit: [
    {
      pending: 'pending',
      pending_approval: 'pending_approval',
      confirmed: 'confirmed',
      in_production: 'in_production',
      shipped: 'shipped',
      delivered: 'delivered',
    },
    'order_not_pending',
  ],
  send: [
    {
      confirmed: 'confirmed',
      in_production: 'in_production',
      shipped: 'shipped',
      delivered: 'delivered',
      closed: 'closed',
    },
    'order_not_confirmed',
  ],
};

describe('what may happen to an order', () => {
  const cases = ORDER_OPERATIONS.flatMap((operation) =>
    ORDER_STATUSES.map((status) => {
      const [told, otherwise] = TABLE[operation];
      return [status, operation, told[status] ?? otherwise] as const;
    }),
  );

  it.each(cases)('%s: %s → %s', (status, operation, expected) => {
    expect(outcome(status, operation)).toBe(expected);
  });

  it('is shipped once nothing is left to be', () => {
    expect(outcome('confirmed', 'ship', allShipped)).toBe('shipped');
    expect(outcome('in_production', 'ship', allShipped)).toBe('shipped');
  });

  it.each<[OrderStatus, string]>([
    ['confirmed', 'delivered'],
    ['in_production', 'delivered'],
    ['shipped', 'order_not_confirmed'],
    ['pending', 'order_not_confirmed'],
    ['delivered', 'order_not_confirmed'],
  ])('services are delivered without being shipped: %s → %s', (status, expected) => {
    expect(outcome(status, 'deliver', services)).toBe(expected);
  });

  it.each<[string, LinesTold, string]>([
    ['something has left', allShipped, 'delivered'],
    ['nothing has left and all is invoiced', { ...services, invoiced: true }, 'closed'],
    ['nothing has left and something is to be invoiced', services, 'delivered'],
  ])('closed short it has an end: %s', (_, lines, expected) => {
    expect(outcome('confirmed', 'close-short', lines)).toBe(expected);
  });

  it('an amendment takes it back to work, or to the end of it', () => {
    expect(outcome('shipped', 'amend', allShipped)).toBe('shipped');
    expect(outcome('in_production', 'amend', allShipped)).toBe('shipped');
    expect(outcome('confirmed', 'amend', services)).toBe('confirmed');
    expect(outcome('confirmed', 'amend', { ...goods, everShipped: false })).toBe('confirmed');
  });
});
