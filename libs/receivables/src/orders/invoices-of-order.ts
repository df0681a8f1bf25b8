import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import {
  OrderPorts,
  type Order,
  type OrderId,
  type OrderInvoicing,
  type LockedOrder,
} from '@quittance/sales';
import { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { changeInvoice } from '../invoices/change-invoice.js';
import { linesOf } from '../invoices/invoice.repository.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { draftDeposit, draftDepositOn } from './deposit-order.js';
import { deductDeposits } from './deduct-deposits.js';
import { insertDeposit, lockDeposits, printableDeposits } from './order-deposit.repository.js';
import { moneyOfOrders } from './order-money.js';
import { insertQuoteDeposit, lockQuoteDeposits } from './quote-deposit.repository.js';

type QuotedDeposit = Parameters<OrderInvoicing['quoteDepositAsked']>[1];

/** Live invoices of the subscriptions of orders; by the index of these, and of what bills them. */
const OF_SUBSCRIPTIONS = `sales.pub_subscription s
  join receivables.invoice i on i.company_id = $1 and i.subscription_id = s.id
    and i.status not in ('void', 'cancelled')
  where s.company_id = $1 and s.sales_order_id = any($2::uuid[])`;

/** Numbers of live invoices of orders, by `invoice_sales_order_index`, and their subscriptions. */
const NUMBERS = sql(`
  select i.sales_order_id as "orderId", i.number from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = any($2::uuid[])
    and i.status not in ('void', 'cancelled')
  union
  select s.sales_order_id, i.number from ${OF_SUBSCRIPTIONS}
  order by number limit 1000`);

/** What these come to. */
const RECURRING_BILLED = sql(`
  select s.sales_order_id as "orderId", sum(i.total)::bigint as amount
  from ${OF_SUBSCRIPTIONS} and i.currency = s.currency
  group by s.sales_order_id`);

/**
 * Live invoices of an order that are no deposits, and of what its customer is subscribed to by it:
 * by `invoice_sales_order_index` and the index of accounts.
 */
const BILLED = sql(`
  select i.number from receivables.invoice i
  left join receivables.order_deposit d on d.company_id = $1 and d.invoice_id = i.id
  where i.company_id = $1 and i.sales_order_id = $2 and d.invoice_id is null
    and i.status not in ('void', 'cancelled')
  union
  select i.number from receivables.invoice i
  where i.company_id = $1 and i.account_id = $3 and i.status not in ('void', 'cancelled')
    and i.subscription_id in (
      select s.id from sales.pub_subscription s
      where s.company_id = $1 and s.account_id = $3 and s.sales_order_id = $2)
  order by number limit 20`);

/** Tells orders of their invoices, from its construction on. */
@Injectable()
export class InvoicesOfOrders implements OrderInvoicing {
  constructor(
    ports: OrderPorts,
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {
    ports.registerInvoicing(this);
  }

  async invoicesOf(tx: Tx, id: OrderId) {
    const [money = { any: false, balance: 0n, settled: 0n }] = await moneyOfOrders(tx, [id]);
    const { any, balance, settled } = money;
    return { any, balance, settled };
  }

  numbersOf(tx: Tx, ids: readonly OrderId[]) {
    return tx.rows<{ orderId: OrderId; number: string }>(NUMBERS, [tx.ctx.companyId, ids]);
  }

  recurringBilled(tx: Tx, ids: readonly OrderId[]) {
    const params = [tx.ctx.companyId, ids];
    return tx.rows<{ orderId: OrderId; amount: bigint }>(RECURRING_BILLED, params);
  }

  async billedFor(tx: Tx, { id, accountId }: Order) {
    const rows = await tx.rows<{ number: string }>(BILLED, [tx.ctx.companyId, id, accountId]);
    return rows.map(({ number }) => number);
  }

  depositsOf(tx: Tx, id: OrderId) {
    return printableDeposits(tx, id);
  }

  /**
   * The deposit is drafted with the order. An engine outside cannot be asked in the midst of that:
   * where one serves, the draft is taxed by the company's own rates until it is taxed anew.
   */
  async depositAsked(
    tx: Tx,
    { order, lines }: Pick<LockedOrder, 'order' | 'lines'>,
    amount: bigint,
  ): Promise<void> {
    const { company, basis } = await this.pricing(tx, order);
    const locked = { order, lines, company, today: companyToday(company, tx.ctx.now) };
    await draftDeposit(tx, { fields: this.fields, basis }, locked, { amount });
  }

  /** Drafted with the acceptance, and a deposit of the order once there is one. */
  async quoteDepositAsked(tx: Tx, asked: QuotedDeposit, amount: bigint): Promise<void> {
    const { order, lines, quoteId } = asked;
    const { company, basis } = await this.pricing(tx, order);
    const today = companyToday(company, tx.ctx.now);
    const on = { salesOrderId: null, contractId: null, words: 'depositOnQuote' } as const;
    const invoice = await draftDepositOn(
      tx,
      { fields: this.fields, basis },
      { order, lines, company, today },
      { amount, ...on },
    );
    tx.later(insertQuoteDeposit(tx, invoice.id, quoteId));
    const after = { invoice: invoice.number, total: invoice.total };
    audit(tx, { action: 'quote.deposit_asked', object: 'quote', recordId: quoteId, after });
  }

  async quoteDepositsTaken(
    tx: Tx,
    order: Order,
    quoteId: QuotedDeposit['quoteId'],
  ): Promise<boolean> {
    const deposits = await lockQuoteDeposits(tx, quoteId);
    if (deposits.length === 0) return false;
    const today = companyToday(await readCompanyTerms(tx), tx.ctx.now);
    for (const invoice of deposits) {
      const lines = await linesOf(tx, invoice.id);
      const note = { event: 'record.updated', action: 'invoice.ordered' } as const;
      changeInvoice(tx, { invoice, lines, today }, { salesOrderId: order.id }, note);
      tx.later(insertDeposit(tx, invoice.id, order.id));
    }
    return true;
  }

  /** What was paid ahead of more than is invoiced stays the customer's, as credit. */
  async nothingLeft(tx: Tx, order: Order): Promise<void> {
    const deposits = await lockDeposits(tx, order.id);
    if (deposits.length === 0) return;
    const { company, basis } = await this.pricing(tx, order);
    const from = { order, invoice: null, deduction: 'first', last: true } as const;
    const today = companyToday(company, tx.ctx.now);
    await deductDeposits(tx, deposits, from, { company, basis, today });
  }

  /**
   * What is priced by in the midst of a transaction that does not begin again: no engine outside is
   * asked, and what a currency is worth is read ahead.
   */
  private async pricing(tx: Tx, { currency }: Pick<Order, 'currency'>) {
    const held = new HeldQuotes();
    const [company, { quoteOf: _, ...basis }] = await Promise.all([
      readCompanyTerms(tx),
      this.taxes.load(tx, held),
    ]);
    await this.taxes.readAhead(tx, company, held, [currency]);
    return { company, basis };
  }
}
