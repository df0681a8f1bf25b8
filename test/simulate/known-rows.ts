import type { Database, Tx } from '@quittance/database';
import type { AccountId, CreditNoteId, Ctx, InvoiceId, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PaymentId } from '@quittance/receivables';
import type { OrderId, SubscriptionId } from '@quittance/sales';
import type { ItemId, OrderLineId, PlanId } from '@quittance/sales/host';
import { readRuledRows, type RuledRows } from './rules/ruled-rows.js';

export interface KnownInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly status: string;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly total: bigint;
  readonly balance: bigint;
}

export interface KnownPayment {
  readonly id: PaymentId;
  readonly number: string;
  readonly status: string;
  readonly invoiceId: InvoiceId | null;
  readonly currency: Currency;
  readonly left: bigint;
  readonly providerPaymentId: string | null;
}

export interface KnownNote {
  readonly id: CreditNoteId;
  readonly number: string;
  readonly status: string;
  readonly kind: string;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly remaining: bigint;
  readonly appliedTo: InvoiceId | null;
}

export interface KnownSchedule {
  readonly id: ScheduleId;
  readonly status: string;
}

/** An order with its first line. */
export interface KnownOrder {
  readonly id: OrderId;
  readonly number: string;
  readonly status: string;
  readonly lineId: OrderLineId;
  readonly ordered: string;
}

/** A subscription with its first item. */
export interface KnownSubscription {
  readonly id: SubscriptionId;
  /** The operation that made it. */
  readonly name: string;
  readonly status: string;
  readonly planId: PlanId;
  readonly itemId: ItemId;
  readonly metered: boolean;
}

export interface KnownUsage {
  readonly id: string;
}

/** What there is to do something to, in the order of its making. */
export interface KnownRows extends RuledRows {
  readonly invoices: readonly KnownInvoice[];
  /** Those that ask ahead, without an order. */
  readonly deposits: readonly KnownInvoice[];
  readonly payments: readonly KnownPayment[];
  readonly notes: readonly KnownNote[];
  readonly schedules: readonly KnownSchedule[];
  readonly orders: readonly KnownOrder[];
  readonly subscriptions: readonly KnownSubscription[];
  readonly usageEvents: readonly KnownUsage[];
}

/** People work on what is recent. */
const RECENT = 25;

const latest = (statement: string) =>
  `select * from (${statement} limit ${RECENT}) latest order by seq`;

const INVOICES = latest(`
  select number_seq as seq, id, number, status, account_id as "accountId", currency, total, balance
  from receivables.invoice where company_id = $1 order by number_seq desc`);

const DEPOSITS = latest(`
  select number_seq as seq, i.id, number, status, account_id as "accountId", currency, total,
    balance
  from receivables.account_deposit d
  join receivables.invoice i on i.company_id = d.company_id and i.id = d.invoice_id
  where d.company_id = $1 order by number_seq desc`);

const PAYMENTS = latest(`
  select number_seq as seq, id, number, status, invoice_id as "invoiceId", currency,
    amount - refunded_amount as left, provider_payment_id as "providerPaymentId"
  from receivables.payment where company_id = $1 order by number_seq desc`);

const NOTES = latest(`
  select n.number_seq as seq, n.id, n.number, n.status, n.kind, n.account_id as "accountId",
    n.currency, n.remaining, (select a.invoice_id from receivables.credit_application a
      where a.company_id = $1 and a.credit_note_id = n.id
      group by a.invoice_id having sum(a.amount) > 0 order by min(a.created_at), a.invoice_id
      limit 1) as "appliedTo"
  from receivables.credit_note n where n.company_id = $1 order by n.number_seq desc`);

const SCHEDULES = latest(`
  select created_at as seq, id, status from billing.schedule
  where company_id = $1 order by created_at desc, id desc`);

const ORDERS = latest(`
  select o.number_seq as seq, o.id, o.number, o.status, l.id as "lineId",
    trim_scale(l.ordered)::text as ordered
  from sales.sales_order o
  join sales.sales_order_line l on l.company_id = o.company_id and l.order_id = o.id
    and l.position = 1
  where o.company_id = $1 order by o.number_seq desc`);

const SUBSCRIPTIONS = latest(`
  select s.created_at as seq, s.id, s.po_number as name, s.status, i.plan_id as "planId",
    i.item_id as "itemId", v.charges <> '[]' as metered
  from sales.subscription s
  join sales.subscription_item i on i.company_id = s.company_id and i.subscription_id = s.id
    and i.valid_to is null and i.position = 1
  join sales.plan_version v on v.company_id = i.company_id and v.id = i.plan_version_id
  where s.company_id = $1 order by s.created_at desc, s.id desc`);

const USAGE = latest(`
  select received_at as seq, event_id as id from sales.usage_event
  where company_id = $1 order by received_at desc, event_id desc`);

/** Reads what is known of the company before a step. */
export function readKnownRows(ctx: Ctx, db: Database): Promise<KnownRows> {
  return db.readInOneFlight(ctx, async (tx) => {
    const [ruled, invoices, payments, notes, schedules, orders, ...used] = await Promise.all([
      readRuledRows(tx),
      rows<KnownInvoice>(tx, INVOICES),
      rows<KnownPayment>(tx, PAYMENTS),
      rows<KnownNote>(tx, NOTES),
      rows<KnownSchedule>(tx, SCHEDULES),
      rows<KnownOrder>(tx, ORDERS),
      rows<KnownSubscription>(tx, SUBSCRIPTIONS),
      rows<KnownUsage>(tx, USAGE),
      rows<KnownInvoice>(tx, DEPOSITS),
    ]);
    const [subscriptions, usageEvents, deposits] = used;
    const documents = { invoices, deposits, payments, notes };
    return { ...ruled, ...documents, schedules, orders, subscriptions, usageEvents };
  });
}

function rows<T>(tx: Tx, statement: string): Promise<T[]> {
  return tx.rows<T>(statement, [tx.ctx.companyId]);
}
