import { companyToday, readCompanyTerms, type CurrentTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { checkVersion, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { documentApproval } from '@quittance/rules';
import { logChange, type DocumentNote } from '../quotes/log-change.js';
import type { OrderLine } from './lines/order-line.description.js';
import { fulfilmentOf, orderValue } from './lines/quantities.js';
import { orderNoun, type Order, type OrderId } from './order.description.js';
import { linesOfOrder, lockAnyOrder, lockOrder, storeOrder } from './order.repository.js';
import { orderHead, orderSummary, orderView, type OrderView } from './order.view.js';
import { markOrder } from './records/written-orders.js';

/** A locked order with what every change of it needs. */
export interface LockedOrder {
  readonly order: Order;
  readonly lines: readonly OrderLine[];
  readonly company: CurrentTerms;
  readonly today: LocalDate;
}

/** How a change is announced and logged. */
export type OrderNote = DocumentNote<'order'>;

/**
 * Locks an order and reads its lines and the company with its date in one round trip.
 * @throws DomainError not_found, precondition_failed, record_awaits_approval
 */
export async function lockOrderToChange(
  tx: Tx,
  id: OrderId,
  expectedVersion: number | null = null,
): Promise<LockedOrder> {
  const { waits, ...locked } = await lockOrderAwaited(tx, id);
  checkVersion(locked.order.version, expectedVersion);
  documentApproval.refuse('sales-order', waits);
  return locked;
}

/**
 * The same for what is decided elsewhere, such as by who may overrule credit: whoever may see it.
 * @throws DomainError not_found, record_awaits_approval
 */
export async function lockAnyOrderToChange(tx: Tx, id: OrderId): Promise<LockedOrder> {
  const { waits, ...locked } = await lockAwaited(tx, () => lockAnyOrder(tx, id), id);
  documentApproval.refuse('sales-order', waits);
  return locked;
}

type AwaitedOrder = LockedOrder & { readonly waits: boolean };

/**
 * As `lockOrderToChange`, for what no approval holds up, such as that its customer looks at it;
 * with whether it waits for one.
 * @throws DomainError not_found
 */
export function lockOrderAwaited(tx: Tx, id: OrderId): Promise<AwaitedOrder> {
  return lockAwaited(tx, () => lockOrder(tx, id), id);
}

async function lockAwaited(tx: Tx, lock: () => Promise<Order>, id: OrderId): Promise<AwaitedOrder> {
  const [order, lines, company, waits] = await tx.locked(
    lock,
    (behind) => linesOfOrder(behind, id),
    readCompanyTerms,
    (behind) => documentApproval.waits(behind, id),
  );
  return { order, lines, company, today: companyToday(company, tx.ctx.now), waits };
}

/** What of an order its lines decide, once quantities of them have changed. */
export function orderOfLines(
  lines: readonly OrderLine[],
  order: Order,
): Pick<Order, 'value' | 'fulfilment'> {
  return { value: orderValue(lines, order), fulfilment: fulfilmentOf(lines) };
}

/** Stores a changed order, announces and logs it, and answers it as the API shows it. */
export function changeOrder(
  tx: Tx,
  { order, lines }: Pick<LockedOrder, 'order' | 'lines'>,
  change: Partial<Order>,
  note: OrderNote,
): OrderView {
  const { now, userId } = tx.ctx;
  const after: Order = {
    ...order,
    ...change,
    version: order.version + 1,
    updatedAt: now,
    updatedBy: userId,
  };
  tx.later(storeOrder(tx, after));
  markOrder(tx, after, order);
  announceOrder(tx, order, after, Object.keys(change) as (keyof Order)[], note);
  return orderView(after, lines);
}

const TOLD = {
  object: 'sales-order',
  shown: new Set<string>(orderNoun.head),
  head: orderHead,
} as const;

/** Announces and logs what of a stored order is another than it was. */
export function announceOrder(
  tx: Tx,
  order: Order,
  after: Order,
  keys: readonly (keyof Order)[],
  note: OrderNote,
): void {
  const { values, changed, before } = logChange<Order>(tx, TOLD, [order, after], keys, note);
  const about = { object: 'sales-order', recordId: order.id } as const;
  const data = { ...orderSummary(after), ...values };
  emit(tx, { type: note.event, ...about, data, changed, before });
  // Quantities decide it too, where nothing may be left to invoice by them.
  const isPaidOtherwise = order.status !== 'draft' && after.paymentStatus !== order.paymentStatus;
  if (!isPaidOtherwise || note.event === 'order.payment_status_changed') return;
  emit(tx, { type: 'order.payment_status_changed', ...about, data: orderSummary(after) });
}
