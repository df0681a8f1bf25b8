import { inIndexOrder, sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { LateInvoice } from './late-charge.js';

/**
 * What costs its customer something: it was sent, is past its due date and open, and does not ask
 * for late payment itself, as interest bears none. Of one whose tax is not determined nobody knows
 * what is owed.
 */
const LATE = `i.company_id = $1 and i.balance > 0 and i.due_date < $2
  and i.sent_at is not null and i.status not in ('void', 'cancelled')
  and not exists (select from receivables.late_charge o
    where o.company_id = $1 and o.charging_invoice_id = i.id)`;

/** By `invoice_exposure_index`, in whose order the customers are. */
const DEBTORS = sql(`
  select distinct i.account_id as id from receivables.invoice i
  where ${LATE} and i.account_id > $3 order by i.account_id limit $4`);

const LOCK = sql(`
  select i.id from receivables.invoice i
  where ${LATE} and i.account_id = any($3::uuid[])
  order by i.id for no key update of i`);

/** Days of the company ($4 its time zone); by the invoice indexes of the rows. */
const FACTS = sql(`
  select i.id, i.number, i.account_id as "accountId", i.currency, i.due_date as "dueDate",
    (i.sent_at at time zone $4)::date as "sentOn", i.total,
    coalesce((select json_agg(json_build_object('on', m.applied_on, 'amount', m.amount::text))
      from (select a.applied_on, a.amount from receivables.payment_allocation a
          where a.company_id = $1 and a.invoice_id = i.id
        union all select c.applied_on, c.amount from receivables.credit_application c
          where c.company_id = $1 and c.invoice_id = i.id
        union all select w.applied_on, w.amount from receivables.write_off w
          where w.company_id = $1 and w.invoice_id = i.id) m), '[]') as movements,
    coalesce((select json_agg(json_build_object('from', (d.opened_at at time zone $4)::date,
        'to', (d.closed_at at time zone $4)::date - 1, 'amount', d.amount::text))
      from receivables.dispute d where d.company_id = $1 and d.invoice_id = i.id), '[]')
      as disputes,
    (select max(l.to_on) from receivables.late_charge l
      where l.company_id = $1 and l.invoice_id = i.id and l.kind = 'interest') as "chargedTo",
    exists (select from receivables.late_charge l
      where l.company_id = $1 and l.invoice_id = i.id and l.kind = 'fee') as "hasFee"
  from receivables.invoice i
  where ${LATE} and i.account_id = any($3::uuid[])
  order by i.account_id, i.currency, i.due_date, i.id`);

type Dated<T> = Omit<T, 'amount'> & { readonly amount: string };
interface Row extends Omit<LateInvoice, 'movements' | 'disputes' | 'pauses'> {
  readonly movements: readonly Dated<LateInvoice['movements'][number]>[];
  readonly disputes: readonly Dated<LateInvoice['disputes'][number]>[];
}

/** An overdue invoice, but for what its pauses are. */
export type LateFacts = Omit<LateInvoice, 'pauses'>;

/** Customers with something overdue, so many behind one. */
export async function lateDebtors(
  tx: Tx,
  today: LocalDate,
  after: string,
  most: number,
): Promise<AccountId[]> {
  const params = [tx.ctx.companyId, today, after, most];
  const rows = await inIndexOrder(tx, () => tx.rows<{ id: AccountId }>(DEBTORS, params));
  return rows.map(({ id }) => id);
}

/** Locks what is overdue of customers, in the order in which money does. */
export async function lockLateInvoices(
  tx: Tx,
  today: LocalDate,
  accounts: readonly AccountId[],
): Promise<void> {
  await tx.rows<{ id: InvoiceId }>(LOCK, [tx.ctx.companyId, today, accounts]);
}

/** What is overdue of customers, one customer and currency behind the other. */
export async function readLateInvoices(
  tx: Tx,
  today: LocalDate,
  accounts: readonly AccountId[],
  timeZone: string,
): Promise<LateFacts[]> {
  const params = [tx.ctx.companyId, today, accounts, timeZone];
  const rows = await inIndexOrder(tx, () => tx.rows<Row>(FACTS, params));
  return rows.map((row) => ({
    ...row,
    movements: row.movements.map((each) => ({ ...each, amount: BigInt(each.amount) })),
    disputes: row.disputes.map((each) => ({ ...each, amount: BigInt(each.amount) })),
  }));
}
