import { disputedAmountOf } from '@quittance/receivables';
import { sql, type Sql, type Tx } from '@quittance/database';
import { lastLetters } from '../letters/last-letter.repository.js';
import type { OverdueInvoice } from './overdue-invoice.js';

/**
 * Open invoices past their due date in order of that date, with what decides about them: by
 * `invoice_due_index`, and the rest by the indexes of the invoice. $2 is the day looked from, $3 the
 * instant. To be read by `overdueInvoices`.
 */
const FACTS = `
  select i.id, i.number, i.account_id as "accountId", i.subscription_id as "subscriptionId",
    i.currency, i.issue_date as "issueDate", i.due_date as "dueDate", i.po_number as "poNumber",
    i.total, i.balance, i.sent_at is not null as issued,
    exists (select from receivables.invoice_line l
      where l.company_id = $1 and l.invoice_id = i.id
        and l.tax_category is null and l.tax_reason is not null) as "taxUndetermined",
    ${disputedAmountOf('i')} as disputed,
    coalesce((select sum(p.amount) from receivables.payment p
      where p.company_id = $1 and p.invoice_id = i.id and p.status = 'pending'), 0)::bigint
      as pending,
    (select p.kind from dunning.pause p
      where p.company_id = $1 and (p.invoice_id = i.id or p.account_id = i.account_id)
        and (p.outcome is null or p.outcome <> 'ended') and (p.until is null or p.until >= $2)
      order by p.kind desc limit 1) as pause,
    coalesce((select json_agg(json_build_object('step', a.step,
        'daysAfterDue', a.days_after_due, 'action', a.action, 'result', a.result,
        'tries', a.tries, 'retryAsked', a.retry_asked, 'madeOn', a.made_on, 'runId', a.run_id,
        'leased', coalesce(a.leased_until > $3, false)))
      from (select a.*, t.attempt_id is not null as retry_asked
        from dunning.attempt a
        left join dunning.attempt_retry t on t.company_id = $1 and t.attempt_id = a.id
        where a.company_id = $1 and a.invoice_id = i.id order by a.attempted_at, a.id) a), '[]')
      as before
  from receivables.invoice i
  where i.company_id = $1 and i.balance > 0 and i.due_date < $2
    and i.status not in ('void', 'cancelled')`;

const WALK = `${FACTS} and (i.due_date, i.id) > ($4::date, $5::uuid)
  order by i.due_date, i.id limit $6`;

/** The next invoices of a walk, as they are. */
export const READ_OVERDUE = sql(WALK);

/** The next invoices of a walk that nobody else is working on, locked. */
export const LOCK_OVERDUE = sql(`${WALK} for no key update of i skip locked`);

/** One invoice, as it is; none when it is not overdue. */
export const READ_ONE = sql(`${FACTS} and i.id = $4`);

/** One invoice of a walk, locked; none when it is not overdue any more. */
export const LOCK_ONE = sql(`${READ_ONE.text} for no key update of i`);

const WITHOUT_SORTS = sql('set local enable_sort = off');
const WITH_SORTS = sql('set local enable_sort = on');

/**
 * Overdue invoices by one of the statements above, in one flight, and the last letters of their
 * customers in another.
 *
 * What is looked up for each invoice is ordered as the index of the invoice has it, and only an index
 * that is in order may be used. Of a company that is newer than the statistics the planner expects
 * one row by whatever index begins with the company, takes the smallest, and would read all the
 * attempts of the company for each invoice.
 */
export async function overdueInvoices(
  tx: Tx,
  statement: Sql,
  params: readonly unknown[],
): Promise<readonly OverdueInvoice[]> {
  const [, found] = await Promise.all([
    tx.run(WITHOUT_SORTS),
    tx.rows<Omit<OverdueInvoice, 'lastLetter'>>(statement, params),
    tx.run(WITH_SORTS),
  ]);
  const letters = await lastLetters(tx, [...new Set(found.map(({ accountId }) => accountId))]);
  return found.map((each) => ({ ...each, lastLetter: letters.get(each.accountId) ?? null }));
}
