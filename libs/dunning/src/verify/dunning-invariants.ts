import type { Invariant } from '@quittance/database';

const ASCENDING: Invariant = {
  id: 'I20a',
  holds: 'The dunning steps of an invoice were taken in the order of their days',
  text: `
    select company_id, 'invoice' as object, invoice_id as record,
      format('the step of %s days was taken at %s, that of %s days after it at %s', before,
        taken_before, days_after_due, attempted_at) as wrong
    from (select company_id, invoice_id, days_after_due, attempted_at,
        lag(days_after_due) over in_order as before, lag(attempted_at) over in_order as taken_before
      from dunning.attempt
      where result in ('sent', 'done', 'skipped')
      window in_order as (partition by company_id, invoice_id order by days_after_due)) a
    where taken_before > attempted_at`,
};

const SENT: Invariant = {
  id: 'I20b',
  holds: 'A dunning step that counts as sent has its e-mail, shared by one run and customer alone',
  text: `
    select a.company_id, 'dunning-attempt' as object, a.id as record,
      format('step %s of invoice %s is %s with %s', a.step, a.invoice_id, a.result,
        case when a.email_id is null then 'no e-mail'
        when e.id is null then 'an e-mail that is gone'
          else 'the e-mail of another run or customer' end) as wrong
    from dunning.attempt a
    left join notifications.pub_email e on e.company_id = a.company_id and e.id = a.email_id
    left join (
      select o.company_id, o.email_id from dunning.attempt o
      join receivables.pub_invoice i on i.company_id = o.company_id and i.id = o.invoice_id
      where o.email_id is not null
      group by o.company_id, o.email_id
      having count(distinct o.run_id) > 1 or count(distinct i.account_id) > 1) shared
      on shared.company_id = a.company_id and shared.email_id = a.email_id
    where (a.result = 'sent') <> (a.email_id is not null)
      or (a.email_id is not null and e.id is null)
      or shared.email_id is not null`,
};

const LAST: Invariant = {
  id: 'I20c',
  holds: 'No customer got a dunning letter after what counts as his last',
  text: `
    select i.company_id, 'account' as object, i.account_id as record,
      format('was written to on %s, last on %s', max(a.made_on), max(l.letter_on)) as wrong
    from dunning.attempt a
    join receivables.pub_invoice i on i.company_id = a.company_id and i.id = a.invoice_id
    left join dunning.last_letter l
      on l.company_id = i.company_id and l.account_id = i.account_id
    where a.result = 'sent'
    group by i.company_id, i.account_id
    having max(a.made_on) > max(l.letter_on) or max(l.letter_on) is null`,
};

/** What must be true of the pursuit of overdue invoices. */
export const dunningInvariants: readonly Invariant[] = [ASCENDING, SENT, LAST];
