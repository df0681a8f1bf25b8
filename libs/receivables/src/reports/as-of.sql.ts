/** SQL of a date and of a time zone: places of parameters, or literals where a text takes none. */
export interface AsOf {
  readonly date: string;
  readonly timeZone: string;
}

/**
 * Money applied to invoices up to a day, from the append-only rows. The company is the first of
 * what is bound, in lists as elsewhere.
 */
const MONEY_UNTIL = (table: string, date: string) => `
  (select a.invoice_id, sum(a.amount) as amount from receivables.${table} a
   where a.company_id = $1::uuid and a.applied_on <= ${date} group by a.invoice_id)`;

/** Joins to `receivables.invoice i` what was paid (`p`), credited (`c`), written off (`w`). */
export const joinMoneyAsOf = ({ date }: AsOf): string => `
  left join ${MONEY_UNTIL('payment_allocation', date)} p on p.invoice_id = i.id
  left join ${MONEY_UNTIL('credit_application', date)} c on c.invoice_id = i.id
  left join ${MONEY_UNTIL('write_off', date)} w on w.invoice_id = i.id`;

export const PAID_AS_OF = 'coalesce(p.amount, 0)::bigint';
export const CREDITED_AS_OF = 'coalesce(c.amount, 0)::bigint';
export const WRITTEN_OFF_AS_OF = 'coalesce(w.amount, 0)::bigint';
const SETTLED_AS_OF = '(coalesce(p.amount, 0) + coalesce(c.amount, 0))';

const until = ({ date, timeZone }: AsOf, instant: string) =>
  `(${instant} at time zone ${timeZone})::date <= ${date}`;

/**
 * The balance at the end of a day: nothing once the invoice was void or cancelled. A payment may be
 * dated before the refund of another that it replaces; no more than the total is settled on the
 * days between.
 */
export const balanceAsOf = (asOf: AsOf): string => `
  (case when ${until(asOf, 'i.closed_at')} then 0
    else greatest(i.total - ${SETTLED_AS_OF} - ${WRITTEN_OFF_AS_OF}, 0) end)::bigint`;

const disputeIsOpen = (asOf: AsOf): string => `
  ${until(asOf, `(i.dispute->>'openedAt')::timestamptz`)}
      and not coalesce(${until(asOf, `(i.dispute->>'closedAt')::timestamptz`)}, false)`;

/**
 * What of the balance was in dispute at the end of a day; of several disputes the last is known.
 */
export const disputedAsOf = (asOf: AsOf): string => `
  (case when ${disputeIsOpen(asOf)}
    then least((i.dispute->>'amount')::bigint, ${balanceAsOf(asOf)}) else 0 end)::bigint`;

/**
 * The status at the end of a day, from what happened until then: the settle rule, with a dispute
 * that was open and of which the rest was not paid. Of several disputes the last one is known.
 */
export const statusAsOf = (asOf: AsOf): string => `
  case
    when ${until(asOf, 'i.closed_at')} then i.status
    when i.total > 0 and i.total <= ${SETTLED_AS_OF} then 'paid'
    when i.total > 0 and i.total <= ${SETTLED_AS_OF} + ${WRITTEN_OFF_AS_OF} then 'written_off'
    when ${disputeIsOpen(asOf)}
      and not (${SETTLED_AS_OF} > 0
        and coalesce(${until(asOf, `(i.dispute->>'partPaidAt')::timestamptz`)}, false))
      then 'disputed'
    when ${SETTLED_AS_OF} > 0 then 'partially_paid'
    when ${until(asOf, 'i.sent_at')} and i.total > 0 and i.due_date < ${asOf.date} then 'overdue'
    when ${until(asOf, 'i.viewed_at')} then 'viewed'
    when ${until(asOf, 'i.sent_at')} then 'sent'
    else i.unsent_status
  end`;

/**
 * Whether an invoice is a receivable from its date on: it was sent, or paid before that. A draft is
 * none, nor is one that was given up, whatever it comes to.
 */
export const ISSUED = `(i.sent_at is not null
  or i.status not in ('draft', 'pending', 'void', 'cancelled'))`;

/** What was owed at the end of a day, over `receivables.invoice i`. */
export const moneyAsOf = {
  joined: joinMoneyAsOf,
  balance: balanceAsOf,
  disputed: disputedAsOf,
  issued: ISSUED,
} as const;
