import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms, type CurrentTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { EventType } from '@quittance/contracts';
import { checkVersion, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { CustomMembers } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import type { OrderLine } from './lines/order-line.description.js';
import { fulfilmentOf, orderValue } from './lines/quantities.js';
import { orderNoun, type Order, type OrderId } from './order.description.js';
import { linesOfOrder, lockOrder, storeOrder } from './order.repository.js';
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
export interface OrderNote {
  readonly event: 'record.updated' | Extract<EventType, `order.${string}`>;
  /** The log's verb: `order.shipped`. */
  readonly action: string;
  readonly custom?: CustomMembers | null;
  /** What the log and the event say beside the members that changed. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * Locks an order and reads its lines and the company with its date in one round trip.
 * @throws DomainError not_found, precondition_failed
 */
export async function lockOrderToChange(
  tx: Tx,
  id: OrderId,
  expectedVersion: number | null = null,
): Promise<LockedOrder> {
  const [order, lines, company] = await tx.locked(
    () => lockOrder(tx, id),
    (behind) => linesOfOrder(behind, id),
    readCompanyTerms,
  );
  checkVersion(order.version, expectedVersion);
  return { order, lines, company, today: companyToday(company, tx.ctx.now) };
}

/** What of an order its lines decide, once quantities of them have changed. */
export function orderOfLines(lines: readonly OrderLine[]): Pick<Order, 'value' | 'fulfilment'> {
  return { value: orderValue(lines), fulfilment: fulfilmentOf(lines) };
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
  announce(tx, order, after, Object.keys(change) as (keyof Order)[], note);
  return orderView(after, lines);
}

const SHOWN: ReadonlySet<string> = new Set(orderNoun.head);

function announce(
  tx: Tx,
  order: Order,
  after: Order,
  keys: readonly (keyof Order)[],
  { event, action, custom, more }: OrderNote,
): void {
  const values: FieldValues = custom?.draft.values ?? {};
  const differing = keys.filter((key) => SHOWN.has(key) && !isSame(order[key], after[key]));
  const [was, is] = [orderHead(order), orderHead(after)];
  const before = pick(was, differing);
  const recordId = order.id;
  emit(tx, {
    type: event,
    object: 'sales-order',
    recordId,
    data: { ...orderSummary(after), ...values },
    changed: [...differing, ...Object.keys(values)],
    before: { ...before, ...beforeOf(custom) },
  });
  // Quantities decide it too, where nothing may be left to invoice by them.
  const isPaidOtherwise = order.status !== 'draft' && after.paymentStatus !== order.paymentStatus;
  if (isPaidOtherwise && event !== 'order.payment_status_changed') {
    const told = { type: 'order.payment_status_changed', object: 'sales-order', recordId } as const;
    emit(tx, { ...told, data: orderSummary(after) });
  }
  audit(tx, {
    action,
    object: 'sales-order',
    recordId,
    before,
    after: { ...pick(is, differing), ...more },
  });
}

function beforeOf(custom: CustomMembers | null | undefined): FieldValues {
  const names = Object.keys(custom?.draft.values ?? {});
  return Object.fromEntries(names.map((name) => [name, custom?.draft.before?.view[name] ?? null]));
}

function isSame(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

function pick(head: object, keys: readonly string[]): Record<string, unknown> {
  const values = head as Readonly<Record<string, unknown>>;
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
