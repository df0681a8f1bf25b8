import type { Tx } from '@quittance/database';
import { quotedSellerOf, type Seller } from '@quittance/lines';
import type { RecordInput } from '@quittance/objects';
import type { Taxes } from '@quittance/tax';
import { languageOfOther, partiesOf, sellingAccount } from '../quotes/draft-quote.js';
import {
  changeOrder,
  lockOrderToChange,
  type LockedOrder,
  type OrderNote,
} from './change-order.js';
import { keptOrderLine, priceOrderLines, type KeptOrderLine } from './lines/order-line.js';
import { refuseStageAmounts, refuseStagesAbove } from './lines/order-stages.js';
import { linesTold } from './lines/quantities.js';
import { withOrderPrices } from './lines/read-order-prices.js';
import type { OrderPorts } from './order-ports.js';
import { refuseAwaiting, refuseOrderUnlessMay } from './order.js';
import type { Order, OrderId } from './order.description.js';
import { replaceOrderLines } from './order.repository.js';
import type { OrderView } from './order.view.js';
import { orderPaymentStatus } from './payment-status.js';
import type { OrderFields } from './records/order-fields.js';
import { shipToOf } from './ship-to.js';
import { logPriceOverrides } from '../quotes/lines/log-price-overrides.js';

/** What every change of a draft works with. */
export interface OrderChangeTools {
  readonly taxes: Taxes;
  readonly fields: Pick<OrderFields, 'read' | 'store'>;
  readonly ports: Pick<OrderPorts, 'invoicesOf'>;
}

/** A locked order that does not bind yet, and by what it is priced. */
export interface LockedOrderDraft extends LockedOrder {
  readonly seller: Seller;
}

/**
 * Locks an order that may still change.
 * @throws DomainError not_found, precondition_failed, order_not_draft, awaiting_customer_approval
 */
export async function lockOrderDraft(
  tx: Tx,
  { taxes }: Pick<OrderChangeTools, 'taxes'>,
  id: OrderId,
  expectedVersion: number | null,
): Promise<LockedOrderDraft> {
  const [locked, basis] = await tx.locked(
    () => lockOrderToChange(tx, id, expectedVersion),
    (behind) => taxes.load(behind),
  );
  refuseOrderUnlessMay(locked.order.status, 'change', { shippable: true });
  refuseAwaiting(locked.order);
  return { ...locked, seller: quotedSellerOf(locked.company, basis) };
}

/** What becomes of an order that does not bind yet. */
export interface OrderDraftChange {
  readonly head?: Partial<Order>;
  /** Absent where they stay. */
  readonly lines?: readonly KeptOrderLine[];
  /** Looks up the prices of all lines again, but for those that were typed. */
  readonly anew?: boolean;
  readonly custom?: RecordInput | undefined;
}

/**
 * Prices an order again and stores it. The addresses are read anew until it is confirmed. One that
 * was made of a quote keeps what was agreed: its lines, and what they come to.
 * @throws DomainError validation_failed, discount_exceeds_line, tax_code_unknown, and those of the
 *   rules
 */
export async function storeOrderDraft(
  tx: Tx,
  { fields, ports }: OrderChangeTools,
  locked: LockedOrderDraft,
  { head: changed = {}, lines: changedLines, anew = false, custom }: OrderDraftChange,
  note: OrderNote,
): Promise<OrderView> {
  const { order, lines, seller, company } = locked;
  const [account, money] = await Promise.all([
    sellingAccount(tx, changed.accountId ?? order.accountId),
    ports.invoicesOf(tx, order.id),
  ]);
  const parties = { ...partiesOf(account), shipTo: shipToOf(order, account) };
  const spoken = languageOfOther(order, changed, { account, company });
  const head = { ...changed, ...spoken, ...(order.quoteId === null && parties) };
  const next: Order = { ...order, ...head };
  const isAsItWas = order.quoteId !== null;
  const kept = changedLines ?? lines.map((line) => keptOrderLine(line, next.currency));
  refuseStageAmounts(kept, next.currency);
  const counted = isAsItWas
    ? { lines, columns: { value: order.value } }
    : priceOrderLines(
        order.id,
        next,
        seller,
        account,
        await withOrderPrices(tx, next, account.priceBookId, kept, anew),
      );
  if (!isAsItWas) refuseStagesAbove(counted.lines, next.currency);
  const { invoiced } = linesTold(counted.lines);
  const paymentStatus = orderPaymentStatus(counted.columns.value, { ...money, invoiced });
  const change = { ...head, ...counted.columns, paymentStatus };
  const members = await fields.read(tx, { before: order, after: { ...order, ...change } }, custom);
  await fields.store(tx, members);
  logPriceOverrides(tx, { object: 'sales-order', recordId: order.id }, lines, counted.lines);
  if (!isAsItWas) tx.later(replaceOrderLines(tx, order.id, counted.lines));
  return changeOrder(tx, { order, lines: counted.lines }, change, { ...note, custom: members });
}
