import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { PrintableDeposit } from '@quittance/documents';
import type { QuoteId } from '../quotes/quote.description.js';
import type { OrderLine } from './lines/order-line.description.js';
import type { Order, OrderId } from './order.description.js';
import type { OrderMoney } from './payment-status.js';

/** What live invoices name an order, as whoever keeps invoices tells it. */
export type InvoicesOfOrder = Omit<OrderMoney, 'invoiced'>;

/**
 * Whoever invoices orders. Registered with `OrderPorts`; asked within the transaction, behind the
 * lock of the order, and sends its statement before it returns.
 */
export interface OrderInvoicing {
  invoicesOf(tx: Tx, id: OrderId): Promise<InvoicesOfOrder>;
  /**
   * The numbers of live invoices of orders and their subscriptions, for whoever asks what is
   * counted twice.
   */
  numbersOf(
    tx: Tx,
    ids: readonly OrderId[],
  ): Promise<readonly { readonly orderId: OrderId; readonly number: string }[]>;
  /** What live invoices of the subscriptions of orders come to, with tax, in their currency. */
  recurringBilled(
    tx: Tx,
    ids: readonly OrderId[],
  ): Promise<readonly { readonly orderId: OrderId; readonly amount: bigint }[]>;
  /** Numbers of live invoices, drafts too, of an order and its subscriptions; no deposits. */
  billedFor(tx: Tx, order: Order): Promise<readonly string[]>;
  /** What live invoices ask for ahead of an order, and what was paid of it. */
  depositsOf(tx: Tx, id: OrderId): Promise<readonly PrintableDeposit[]>;
  /** An accepted quote wants this paid, with tax, before it becomes an order. */
  quoteDepositAsked(tx: Tx, asked: QuotedDeposit, amount: bigint): Promise<void>;
  /**
   * Deposits that the quote of an order asked for are the order's from now on; whether there are
   * any.
   */
  quoteDepositsTaken(tx: Tx, order: Order, quoteId: QuoteId): Promise<boolean>;
  /** The quote that became the order wants this paid ahead, with tax, in minor units. */
  depositAsked(tx: Tx, ordered: OrderWithLines, amount: bigint): Promise<void>;
  /**
   * Nothing of the order is invoiced any more: what is drafted of its deposits goes, and what was
   * paid of them stays on account.
   */
  nothingLeft(tx: Tx, order: Order): Promise<void>;
}

/** A quote that asks for a deposit, with the lines that its order would have. */
export interface QuotedDeposit extends OrderWithLines {
  readonly quoteId: QuoteId;
}

/** Makes orders of quotes whose deposit is paid. */
export interface PaidConversion {
  convertPaid(tx: Tx, quoteId: QuoteId): Promise<void>;
}

/**
 * Who goes by what becomes of orders, in the transaction in which it does, the order locked.
 * Registered with `OrderPorts`.
 */
export interface OrderFollower {
  /** It binds from now on. */
  confirmed(tx: Tx, order: Order): Promise<void>;
  /** It was given up; one that waited for its customer among them. */
  cancelled(tx: Tx, order: Order): Promise<void>;
}

/** An order with its lines. */
export interface OrderWithLines {
  readonly order: Order;
  readonly lines: readonly OrderLine[];
}

const NO_INVOICES: InvoicesOfOrder = { any: false, balance: 0n, settled: 0n };

/** Who fills the port of orders: the lib that does registers in the constructor of its module. */
@Injectable()
export class OrderPorts {
  private invoicing: OrderInvoicing | undefined;
  private conversion: PaidConversion | undefined;
  private readonly followers: OrderFollower[] = [];

  /** @throws Error where two would invoice: a programming error, found at start-up */
  registerInvoicing(invoicing: OrderInvoicing): void {
    if (this.invoicing) throw new Error('Orders would be invoiced twice');
    this.invoicing = invoicing;
  }

  /** @throws Error where two would convert: a programming error, found at start-up */
  registerConversion(conversion: PaidConversion): void {
    if (this.conversion) throw new Error('Quotes would be converted twice');
    this.conversion = conversion;
  }

  follow(follower: OrderFollower): void {
    this.followers.push(follower);
  }

  async confirmed(tx: Tx, order: Order): Promise<void> {
    for (const follower of this.followers) await follower.confirmed(tx, order);
  }

  async cancelled(tx: Tx, order: Order): Promise<void> {
    for (const follower of this.followers) await follower.cancelled(tx, order);
  }

  /** The deposit that a quote asked for is paid. */
  async depositPaid(tx: Tx, quoteId: QuoteId): Promise<void> {
    await this.conversion?.convertPaid(tx, quoteId);
  }

  async quoteDepositAsked(tx: Tx, asked: QuotedDeposit, amount: bigint): Promise<void> {
    await this.invoicing?.quoteDepositAsked(tx, asked, amount);
  }

  async quoteDepositsTaken(tx: Tx, order: Order, quoteId: QuoteId): Promise<boolean> {
    return (await this.invoicing?.quoteDepositsTaken(tx, order, quoteId)) ?? false;
  }

  invoicesOf(tx: Tx, id: OrderId): Promise<InvoicesOfOrder> {
    return this.invoicing?.invoicesOf(tx, id) ?? Promise.resolve(NO_INVOICES);
  }

  async numbersOf(tx: Tx, ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, string[]>> {
    const numbers = new Map<OrderId, string[]>();
    for (const { orderId, number } of (await this.invoicing?.numbersOf(tx, ids)) ?? []) {
      numbers.set(orderId, [...(numbers.get(orderId) ?? []), number]);
    }
    return numbers;
  }

  /** What the subscriptions of orders have billed; nothing of those that are not there. */
  async recurringBilled(tx: Tx, ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, bigint>> {
    if (ids.length === 0) return new Map();
    const billed = (await this.invoicing?.recurringBilled(tx, ids)) ?? [];
    return new Map(billed.map(({ orderId, amount }) => [orderId, amount]));
  }

  async billedFor(tx: Tx, order: Order): Promise<readonly string[]> {
    return (await this.invoicing?.billedFor(tx, order)) ?? [];
  }

  async depositsOf(tx: Tx, id: OrderId): Promise<readonly PrintableDeposit[]> {
    return (await this.invoicing?.depositsOf(tx, id)) ?? [];
  }

  async depositAsked(tx: Tx, ordered: OrderWithLines, amount: bigint): Promise<void> {
    await this.invoicing?.depositAsked(tx, ordered, amount);
  }

  async nothingLeft(tx: Tx, order: Order): Promise<void> {
    await this.invoicing?.nothingLeft(tx, order);
  }
}
