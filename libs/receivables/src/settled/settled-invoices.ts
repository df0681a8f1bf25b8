import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { AccountId, Id, InvoiceId, ProductId } from '@quittance/kernel';
import { minOf, type Currency } from '@quittance/money';
import type { OrderId, SubscriptionId } from '@quittance/sales';
import type { PaymentId } from '../payments/payment-id.js';

/** An invoice with all that says what of it was paid with money. Amounts are minor units. */
export interface PaidInvoice {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
  readonly salesOrderId: OrderId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly currency: Currency;
  /** It counts: not void, not cancelled, and no deposit, whose money counts where it is used. */
  readonly counts: boolean;
  readonly disputed: boolean;
  readonly total: bigint;
  /** The first day of the period it bills; null without one. */
  readonly periodStart: LocalDate | null;
  /** Rises with every change of it, and of the invoices whose credit settles it. */
  readonly seen: bigint;
}

export interface SettledLine {
  readonly id: string;
  readonly productId: ProductId | null;
  readonly category: string | null;
  readonly periodStart: LocalDate | null;
  readonly net: bigint;
}

/** What an issued note takes off an invoice. */
export interface PriceCredit {
  readonly lineId: string | null;
  readonly net: bigint;
  /** With tax. */
  readonly total: bigint;
}

/** Money that settles an invoice, or that was taken off it again. */
interface SettledMoney {
  readonly id: string;
  readonly amount: bigint;
  readonly on: LocalDate;
}

export interface InvoiceMoney {
  readonly lines: readonly SettledLine[];
  readonly credits: readonly PriceCredit[];
  /** Credit of no invoice and no payment that was applied: nobody pays it. */
  readonly goodwill: bigint;
  readonly money: readonly SettledMoney[];
}

/** By primary key, and of the origins of credit by `credit_application_invoice_index`. */
const HEAD = sql(`
  select i.id, i.account_id as "accountId", i.sales_order_id as "salesOrderId",
    i.subscription_id as "subscriptionId", i.currency, i.total, i.period_start as "periodStart",
    i.status not in ('void', 'cancelled') and d.invoice_id is null and e.invoice_id is null
      as counts,
    i.dispute is not null and (i.dispute->>'closedAt') is null as disputed,
    (i.version + coalesce(o.seen, 0))::bigint as seen
  from receivables.invoice i
  left join receivables.order_deposit d on d.company_id = $1 and d.invoice_id = i.id
  left join receivables.account_deposit e on e.company_id = $1 and e.invoice_id = i.id
  left join (select sum(c.version) as seen from receivables.invoice c
    where c.company_id = $1 and c.id <> $2 and c.id in (
      select n.invoice_id from receivables.credit_application a
      join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
      where a.company_id = $1 and a.invoice_id = $2)) o on true
  where i.company_id = $1 and i.id = $2`);

const LINES = sql(`
  select l.id, l.product_id as "productId", p.category, l.period_start as "periodStart", l.net
  from receivables.invoice_line l
  left join catalog.pub_product p on p.company_id = $1 and p.id = l.product_id
  where l.company_id = $1 and l.invoice_id = $2 order by l.position`);

const CREDITS = sql(`
  select l.invoice_line_id as "lineId", l.net, l.total
  from receivables.credit_note n
  join receivables.credit_note_line l on l.company_id = $1 and l.credit_note_id = n.id
  where n.company_id = $1 and n.invoice_id = $2 and n.kind = 'credit'
    and n.status not in ('draft', 'void')
  order by n.id, l.position`);

const ALLOCATED = sql(`
  select a.id, a.amount, a.applied_on as "on" from receivables.payment_allocation a
  where a.company_id = $1 and a.invoice_id = $2 order by a.id`);

interface AppliedRow {
  readonly id: string;
  readonly amount: bigint;
  readonly on: LocalDate;
  readonly kind: 'credit' | 'on_account';
  readonly origin: InvoiceId | null;
  readonly noteId: Id<'credit-note'>;
}

const APPLIED = sql(`
  select a.id, a.amount, a.applied_on as "on", n.kind, n.invoice_id as origin, n.id as "noteId"
  from receivables.credit_application a
  join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
  where a.company_id = $1 and a.invoice_id = $2 order by a.id`);

/**
 * What other invoices have too much: the money that settled them beyond what they come to behind
 * their notes, and whom those notes settled, from the first on.
 */
const OVERPAID = sql(`
  select o.id as origin, u.invoice_id as "invoiceId", u.amount,
    greatest(0, coalesce(m.amount, 0) + coalesce(k.amount, 0)
      - greatest(0, o.total - coalesce(t.total, 0)))::bigint as excess
  from receivables.invoice o
  left join (select a.invoice_id, sum(a.amount) as amount from receivables.payment_allocation a
    where a.company_id = $1 and a.invoice_id = any($2::uuid[]) group by 1) m on m.invoice_id = o.id
  left join (select a.invoice_id, sum(a.amount) as amount from receivables.credit_application a
    join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
    where a.company_id = $1 and n.kind = 'on_account' and a.invoice_id = any($2::uuid[])
    group by 1) k on k.invoice_id = o.id
  left join (select n.invoice_id, sum(n.total) as total from receivables.credit_note n
    where n.company_id = $1 and n.kind = 'credit' and n.status not in ('draft', 'void')
      and n.invoice_id = any($2::uuid[]) group by 1) t on t.invoice_id = o.id
  join (select n.invoice_id as origin, a.invoice_id, sum(a.amount)::bigint as amount,
      min(a.created_at) as since
    from receivables.credit_application a
    join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
    where a.company_id = $1 and n.kind = 'credit' and n.invoice_id = any($2::uuid[])
      and a.invoice_id <> n.invoice_id
    group by 1, 2) u on u.origin = o.id
  where o.company_id = $1 and o.id = any($2::uuid[])
  order by o.id, u.since, u.invoice_id`);

interface OverpaidRow {
  readonly origin: InvoiceId;
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
  readonly excess: bigint;
}

async function find(tx: Tx, id: InvoiceId): Promise<PaidInvoice | undefined> {
  return tx.maybe<PaidInvoice>(HEAD, [tx.ctx.companyId, id]);
}

async function readMoney(tx: Tx, id: InvoiceId): Promise<InvoiceMoney> {
  const params = [tx.ctx.companyId, id];
  const [lines, credits, allocated, applied] = await Promise.all([
    tx.rows<SettledLine>(LINES, params),
    tx.rows<PriceCredit>(CREDITS, params),
    tx.rows<SettledMoney>(ALLOCATED, params),
    tx.rows<AppliedRow>(APPLIED, params),
  ]);
  const onAccount = applied.filter(({ kind }) => kind === 'on_account');
  const goodwill = applied.filter(({ kind, origin }) => kind === 'credit' && origin === null);
  const foreign = applied.filter(
    ({ kind, origin }) => kind === 'credit' && origin !== null && origin !== id,
  );
  return {
    lines,
    credits,
    goodwill: goodwill.reduce((sum, { amount }) => sum + amount, 0n),
    money: [
      ...allocated,
      ...onAccount.map(({ id: movement, amount, on }) => ({ id: movement, amount, on })),
      ...(await moneyOfOthers(tx, id, foreign)),
    ],
  };
}

/**
 * Credit of another invoice is money as far as that was paid too much; what of it is none settles
 * without money. Told once for each origin, under its id.
 */
async function moneyOfOthers(
  tx: Tx,
  id: InvoiceId,
  applied: readonly AppliedRow[],
): Promise<SettledMoney[]> {
  if (applied.length === 0) return [];
  const origins = [...new Set(applied.map(({ origin }) => origin))];
  const rows = await tx.rows<OverpaidRow>(OVERPAID, [tx.ctx.companyId, origins]);
  return origins.flatMap((origin) => {
    const users = rows.filter((row) => row.origin === origin);
    const last = applied.findLast((row) => row.origin === origin);
    return last ? [{ id: String(origin), amount: shareOf(id, users), on: last.on }] : [];
  });
}

/** What one of those that were settled by an invoice's notes has of its excess: the first first. */
function shareOf(id: InvoiceId, users: readonly OverpaidRow[]): bigint {
  let left = users[0]?.excess ?? 0n;
  for (const { invoiceId, amount } of users) {
    const share = minOf(left, amount);
    if (invoiceId === id) return share;
    left -= share;
  }
  return 0n;
}

const OF_PAYMENT = sql(`
  select a.invoice_id as id from receivables.payment_allocation a
  where a.company_id = $1 and a.payment_id = $2
  union
  select a.invoice_id from receivables.credit_application a
  join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
  where a.company_id = $1 and n.payment_id = $2`);

const OF_NOTE = sql(`
  select n.invoice_id as id from receivables.credit_note n
  where n.company_id = $1 and n.id = $2 and n.invoice_id is not null
  union
  select a.invoice_id from receivables.credit_application a
  where a.company_id = $1 and a.credit_note_id = $2`);

/** What their notes were applied to. */
const CREDITED_BY = sql(`
  select distinct a.invoice_id as id from receivables.credit_application a
  join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
  where a.company_id = $1 and n.invoice_id = any($2::uuid[])`);

/**
 * The invoices that a payment, a credit note or an invoice has to do with: those that it settles,
 * and those that they settle by their credit.
 */
async function concernedBy(tx: Tx, object: string, id: string): Promise<InvoiceId[]> {
  const params = [tx.ctx.companyId, id];
  const asked = object === 'payment' ? OF_PAYMENT : object === 'credit-note' ? OF_NOTE : null;
  const own = asked ? await tx.rows<{ id: InvoiceId }>(asked, params) : [{ id: id as InvoiceId }];
  const ids = own.map((each) => each.id);
  if (ids.length === 0) return [];
  const more = await tx.rows<{ id: InvoiceId }>(CREDITED_BY, [tx.ctx.companyId, ids]);
  return [...new Set([...ids, ...more.map((each) => each.id)])];
}

/**
 * By `invoice_schedule_period_key`, and of a subscription by its index: what bills a change of it
 * is of no period of its schedule.
 */
const IS_FIRST = sql(`
  select 1 from receivables.invoice i
  where i.company_id = $1 and i.id = $2 and not exists (
    select from receivables.invoice s
    where s.company_id = $1
      and (s.schedule_id = i.schedule_id or s.subscription_id = i.subscription_id)
      and s.status not in ('void', 'cancelled')
      and (s.period_start, s.period_part) < (i.period_start, i.period_part))`);

/** Whether an invoice bills the first period of its subscription that any invoice stands for. */
async function isFirst(tx: Tx, id: InvoiceId): Promise<boolean> {
  return (await tx.maybe(IS_FIRST, [tx.ctx.companyId, id])) !== undefined;
}

const PAYMENTS = sql(`
  select a.payment_id as id from receivables.payment_allocation a
  where a.company_id = $1 and a.invoice_id = $2
  union
  select n.payment_id from receivables.credit_application a
  join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
  where a.company_id = $1 and a.invoice_id = $2 and n.payment_id is not null`);

/** The payments that settle an invoice, or did, by themselves or by what was left of them. */
async function paymentsOf(tx: Tx, id: InvoiceId): Promise<PaymentId[]> {
  const rows = await tx.rows<{ id: PaymentId }>(PAYMENTS, [tx.ctx.companyId, id]);
  return rows.map((row) => row.id);
}

/** As `HEAD` counts it. */
const SEEN = sql(`
  select i.id, (i.version + coalesce(o.seen, 0))::bigint as seen
  from receivables.invoice i
  left join (select u.invoice_id, sum(c.version) as seen
    from (select distinct a.invoice_id, n.invoice_id as origin
      from receivables.credit_application a
      join receivables.credit_note n on n.company_id = $1 and n.id = a.credit_note_id
      where a.company_id = $1 and a.invoice_id = any($2::uuid[])) u
    join receivables.invoice c on c.company_id = $1 and c.id = u.origin
    where u.origin <> u.invoice_id
    group by u.invoice_id) o on o.invoice_id = i.id
  where i.company_id = $1 and i.id = any($2::uuid[])`);

/** Of each of some invoices what it rises with. */
async function seenOf(tx: Tx, ids: readonly InvoiceId[]): Promise<ReadonlyMap<InvoiceId, bigint>> {
  const params = [tx.ctx.companyId, ids];
  const rows = await tx.rows<Pick<PaidInvoice, 'id' | 'seen'>>(SEEN, params);
  return new Map(rows.map(({ id, seen }) => [id, seen]));
}

/** By `invoice_sales_order_index`. */
const OF_ORDERS = sql(`
  select i.id from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = any($2::uuid[]) order by i.id`);

/** The invoices of some orders. */
async function ofOrders(tx: Tx, ids: readonly OrderId[]): Promise<InvoiceId[]> {
  const rows = await tx.rows<Pick<PaidInvoice, 'id'>>(OF_ORDERS, [tx.ctx.companyId, ids]);
  return rows.map(({ id }) => id);
}

/** What of invoices was paid with money, for whoever shares in it. */
export const settledInvoices = {
  find,
  readMoney,
  isFirst,
  paymentsOf,
  concernedBy,
  seenOf,
  ofOrders,
};
