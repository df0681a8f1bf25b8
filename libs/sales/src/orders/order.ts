import { invalidField, type DomainError } from '@quittance/kernel';
import {
  awaitingCustomerApproval,
  orderNotConfirmed,
  orderNotDelivered,
  orderNotDraft,
  orderNotPending,
  orderNotPendingApproval,
  orderNotShipped,
} from './order.errors.js';

export const ORDER_STATUSES = [
  'draft',
  'pending',
  'pending_approval',
  'confirmed',
  'in_production',
  'shipped',
  'delivered',
  'closed',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What of the goods of an order has left. */
export const FULFILMENTS = ['none', 'partial', 'full'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

export const ORDER_PAYMENT_STATUSES = ['unpaid', 'partially_paid', 'paid'] as const;
export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number];

/** Whether somebody of the customer has to approve an order above the limit of who ordered. */
export const ORDER_APPROVALS = ['waiting', 'approved'] as const;
export type OrderApproval = (typeof ORDER_APPROVALS)[number];

/** What people, credit and whoever invoices do to an order. */
export const ORDER_OPERATIONS = [
  'change',
  'place',
  'confirm',
  'confirm-anew',
  'approve',
  'refuse',
  'start-production',
  'ship',
  'deliver',
  'close',
  'cancel',
  'close-short',
  'return',
  'amend',
  'invoice',
  'reach',
  'deposit',
  'send',
] as const;
export type OrderOperation = (typeof ORDER_OPERATIONS)[number];

/** The status it is refused for the lack of. */
type Refusal = (params: { operation: string; status: OrderStatus }) => DomainError;

interface Move {
  readonly from: readonly OrderStatus[];
  readonly refusal: Refusal;
}

const AT_WORK = ['confirmed', 'in_production', 'shipped'] as const;

/** The table of states: from which each operation is taken; every other pair is refused. */
const MOVES: Readonly<Record<OrderOperation, Move>> = {
  change: { from: ['draft', 'pending'], refusal: orderNotDraft },
  place: { from: ['draft'], refusal: orderNotDraft },
  confirm: { from: ['draft', 'pending'], refusal: orderNotPending },
  // Whoever was to approve it has not in time, or credit has answered anew meanwhile.
  'confirm-anew': { from: ['pending_approval'], refusal: orderNotPending },
  approve: { from: ['pending_approval'], refusal: orderNotPendingApproval },
  refuse: { from: ['pending_approval'], refusal: orderNotPendingApproval },
  'start-production': { from: ['confirmed'], refusal: orderNotConfirmed },
  ship: { from: ['confirmed', 'in_production'], refusal: orderNotConfirmed },
  deliver: { from: ['shipped'], refusal: orderNotShipped },
  close: { from: ['delivered'], refusal: orderNotDelivered },
  cancel: {
    from: ['draft', 'pending', 'pending_approval', 'confirmed'],
    refusal: orderNotPending,
  },
  'close-short': { from: AT_WORK, refusal: orderNotConfirmed },
  return: { from: [...AT_WORK, 'delivered'], refusal: orderNotConfirmed },
  amend: { from: AT_WORK, refusal: orderNotConfirmed },
  invoice: { from: [...AT_WORK, 'delivered'], refusal: orderNotConfirmed },
  reach: { from: [...AT_WORK, 'delivered'], refusal: orderNotConfirmed },
  deposit: {
    from: ['pending', 'pending_approval', ...AT_WORK, 'delivered'],
    refusal: orderNotPending,
  },
  send: { from: [...AT_WORK, 'delivered', 'closed'], refusal: orderNotConfirmed },
};

/** What of the lines decides where an operation takes the order. */
export interface LinesTold {
  /** Whether something is left to be shipped. */
  readonly open: boolean;
  /** Whether any line is one that is shipped. */
  readonly shippable: boolean;
  /** Whether anything was ever shipped. */
  readonly everShipped: boolean;
  /** Whether nothing is left to be invoiced. */
  readonly invoiced: boolean;
}

/**
 * The status after an operation, the lines as they are behind it. What it does to lines is judged
 * by itself. Pure.
 * @throws DomainError order_not_draft, order_not_pending, order_not_pending_approval,
 *   order_not_confirmed, order_not_shipped, order_not_delivered
 */
export function orderStatusAfter(
  status: OrderStatus,
  operation: OrderOperation,
  lines: LinesTold,
): OrderStatus {
  refuseOrderUnlessMay(status, operation, lines);
  switch (operation) {
    case 'change':
    case 'return':
    case 'invoice':
    case 'reach':
    case 'deposit':
    case 'send':
      return status;
    case 'place':
    case 'refuse':
      return 'pending';
    case 'confirm':
    case 'confirm-anew':
    case 'approve':
      return 'confirmed';
    case 'start-production':
      return 'in_production';
    case 'ship':
      return lines.open ? status : 'shipped';
    case 'deliver':
      return 'delivered';
    case 'close':
      return 'closed';
    case 'cancel':
      return 'cancelled';
    case 'close-short':
      return closedShort(status, lines);
    case 'amend':
      return amended(status, lines);
  }
}

/** Whether an operation is taken at all, whatever the lines become. */
export function refuseOrderUnlessMay(
  status: OrderStatus,
  operation: OrderOperation,
  { shippable }: Pick<LinesTold, 'shippable'>,
): void {
  const { from, refusal } = MOVES[operation];
  // What is nothing to ship is delivered without having been shipped.
  const unshipped = operation === 'deliver' && !shippable;
  const allowed = unshipped ? (['confirmed', 'in_production'] as const) : from;
  if ((allowed as readonly OrderStatus[]).includes(status)) return;
  const refuse = unshipped ? orderNotConfirmed : refusal;
  throw refuse({ operation: operation.replaceAll('-', ' '), status });
}

/**
 * An order that waits for its customer stays as it was handed over, at its prices: it is approved
 * or given up.
 * @throws DomainError awaiting_customer_approval
 */
export function refuseAwaiting({
  number,
  approval,
}: {
  readonly number: string;
  readonly approval: OrderApproval | null;
}): void {
  if (approval === 'waiting') throw awaitingCustomerApproval({ number });
}

/** Nothing left open ends the work; what never left and is invoiced in full ends the order. */
function closedShort(status: OrderStatus, lines: LinesTold): OrderStatus {
  if (lines.open) return status;
  return lines.everShipped || !lines.invoiced ? 'delivered' : 'closed';
}

/** More to ship takes a shipped order back to work; less may leave nothing more to ship. */
function amended(status: OrderStatus, { open, everShipped, shippable }: LinesTold): OrderStatus {
  if (status === 'shipped') return open ? 'confirmed' : 'shipped';
  return shippable && everShipped && !open ? 'shipped' : status;
}

/**
 * The status of an order that an invoice or a note gave something back to: where that is to be
 * invoiced again a closed order is a delivered one, to be invoiced and closed. Pure.
 */
export function orderStatusGivenBack(
  status: OrderStatus,
  { invoiced }: Pick<LinesTold, 'invoiced'>,
): OrderStatus {
  return status === 'closed' && !invoiced ? 'delivered' : status;
}

/** What counts for a customer's exposure; one that waits for approval as the pending one it is. */
export const OPEN_STATUSES: readonly OrderStatus[] = [
  'pending',
  'pending_approval',
  'confirmed',
  'in_production',
  'shipped',
];

/** Nothing is said of it any more. */
export function hasEnded(status: OrderStatus): boolean {
  return status === 'closed' || status === 'cancelled';
}

/** More lines than any order bears, and as many as one request may carry. */
export const MOST_ORDER_LINES = 500;

/** @throws DomainError validation_failed */
export function refuseTooManyOrderLines(count: number): void {
  if (count <= MOST_ORDER_LINES) return;
  throw invalidField('/lines', 'max', `An order has at most ${MOST_ORDER_LINES} lines.`);
}
