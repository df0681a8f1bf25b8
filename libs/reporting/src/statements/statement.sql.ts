import { sql } from '@quittance/database';

/**
 * Whether somebody outside ever knew of an invoice that was given up: it was sent, or paid before
 * that, in money or credit. What was paid stays on the statement and so does what for, also where
 * all of it was given back since.
 */
const KNOWN_OUTSIDE = `(sent_at is not null
      or exists (select from receivables.pub_payment_allocation a
        where a.company_id = $1 and a.invoice_id = i.id)
      or exists (select from receivables.pub_credit_use c
        where c.company_id = $1 and c.invoice_id = i.id))`;

/**
 * Everything that ever moved a customer's account, by the account indexes of the documents. $3 is
 * the company's time zone, $4 the last day. An excess payment counts where it was received, so the
 * credit on account that it left is not counted again.
 */
const MOVEMENTS = `
  select 'invoice' as kind, id as document_id, number, issue_date as date, currency,
    total as amount, 1 as rank
  from receivables.pub_invoice i
  where company_id = $1 and account_id = $2 and issue_date <= $4
    and (status not in ('draft', 'pending', 'cancelled', 'void')
      or (status in ('cancelled', 'void') and ${KNOWN_OUTSIDE}))
  union all
  select 'invoice_voided', id, number, greatest((closed_at at time zone $3)::date, issue_date),
    currency, -total, 5
  from receivables.pub_invoice i
  where company_id = $1 and account_id = $2 and status in ('cancelled', 'void')
    and ${KNOWN_OUTSIDE}
    and greatest((closed_at at time zone $3)::date, issue_date) <= $4
  union all
  select 'payment', id, number, received_on, currency, -amount, 2
  from receivables.pub_payment
  where company_id = $1 and account_id = $2 and status in ('completed', 'refunded')
    and received_on <= $4
  union all
  select case when r.kind = 'returned' then 'refund_returned' else r.kind end, r.payment_id,
    p.number, r.refunded_on, p.currency, r.amount, 4
  from receivables.pub_payment p
  join receivables.pub_refund r on r.company_id = $1 and r.payment_id = p.id
  where p.company_id = $1 and p.account_id = $2 and r.refunded_on <= $4
  union all
  select 'credit_note', id, number, issue_date, currency, -total, 3
  from receivables.pub_credit_note
  where company_id = $1 and account_id = $2 and kind = 'credit' and issue_date <= $4
    and issued_at is not null
  union all
  select 'credit_note_voided', id, number,
    greatest((voided_at at time zone $3)::date, issue_date), currency, total, 6
  from receivables.pub_credit_note
  where company_id = $1 and account_id = $2 and kind = 'credit' and status = 'void'
    and issued_at is not null
    and greatest((voided_at at time zone $3)::date, issue_date) <= $4
  union all
  select case when w.amount > 0 then 'write_off' else 'write_off_undone' end, i.id, i.number,
    w.applied_on, i.currency, -w.amount, 7
  from receivables.pub_invoice i
  join receivables.pub_write_off w on w.company_id = $1 and w.invoice_id = i.id
  where i.company_id = $1 and i.account_id = $2 and w.applied_on <= $4`;

/** What came before $5, in one sum per currency. */
export const OPENINGS = sql(`
  select m.currency, sum(m.amount)::bigint as amount from (${MOVEMENTS}) m where m.date < $5
  group by m.currency`);

/** What came from $5 on, in order; $6 at most. */
export const MOVEMENTS_OF_PERIOD = sql(`
  select m.kind, m.document_id as "documentId", m.number, m.date, m.currency, m.amount
  from (${MOVEMENTS}) m where m.date >= $5
  order by m.date, m.rank, m.number, m.document_id limit $6`);
