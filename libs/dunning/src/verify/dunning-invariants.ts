import type { Invariant } from '@quittance/billing';

const ASCENDING: Invariant = {
  id: 'I20a',
  holds: 'The dunning steps of an invoice were begun in their order',
  text: `
    select company_id, 'invoice' as object, invoice_id as record,
      format('step %s was begun at %s, step %s after it at %s', before, began_before, step,
        created_at) as wrong
    from (select company_id, invoice_id, step, created_at,
        lag(step) over in_order as before, lag(created_at) over in_order as began_before
      from dunning.attempt
      window in_order as (partition by company_id, invoice_id order by step)) a
    where began_before > created_at`,
};

const SENT: Invariant = {
  id: 'I20b',
  holds: 'A dunning step that counts as sent has its e-mail, and no two share one',
  text: `
    select a.company_id, 'dunning-attempt' as object, a.id as record,
      format('step %s of invoice %s is %s with %s', a.step, a.invoice_id, a.result,
        case when a.email_id is null then 'no e-mail' when e.id is null then 'an e-mail that is gone'
          else 'the e-mail of another attempt' end) as wrong
    from dunning.attempt a
    left join notifications.email e on e.company_id = a.company_id and e.id = a.email_id
    where (a.result = 'sent') <> (a.email_id is not null)
      or (a.email_id is not null and e.id is null)
      or exists (select from dunning.attempt o
        where o.company_id = a.company_id and o.email_id = a.email_id and o.id <> a.id)`,
};

/** What must be true of the pursuit of overdue invoices. */
export const dunningInvariants: readonly Invariant[] = [ASCENDING, SENT];
