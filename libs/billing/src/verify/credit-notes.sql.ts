import type { Invariant } from './invariant.js';

const AMOUNTS: Invariant = {
  id: 'I6a',
  holds: 'A credit note is what is applied, refunded and remaining of it; a void one nothing',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('%s: total %s, applied %s, refunded %s, remaining %s; its applications add up to %s (minor units of %s)',
        n.status, n.total, n.applied_amount, n.refunded_amount, n.remaining,
        coalesce(a.amount, 0), n.currency) as wrong
    from billing.credit_note n
    left join (select company_id, credit_note_id, sum(amount) as amount
      from billing.credit_application group by 1, 2) a
      on a.company_id = n.company_id and a.credit_note_id = n.id
    where n.applied_amount <> coalesce(a.amount, 0) or n.remaining < 0
      or n.total <> n.subtotal + n.tax_total
      or case when n.status = 'void' then n.remaining <> 0 or n.applied_amount <> 0
        else n.remaining <> n.total - n.applied_amount - n.refunded_amount end`,
};

const STATUS: Invariant = {
  id: 'I6b',
  holds: 'The status of a credit note agrees with its amounts',
  text: `
    select company_id, 'credit-note' as object, number as record,
      format('%s: total %s, applied %s, refunded %s, remaining %s (minor units of %s)',
        status, total, applied_amount, refunded_amount, remaining, currency) as wrong
    from billing.credit_note
    where case status
      when 'draft' then applied_amount <> 0 or refunded_amount <> 0
      when 'issued' then applied_amount <> 0
      when 'partially_applied' then applied_amount <= 0 or remaining <= 0
      when 'applied' then remaining <> 0
      else false end`,
};

const APPLICATIONS: Invariant = {
  id: 'I6c',
  holds: 'A credit note settles invoices of its own currency and account, and none below nothing',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('%s on invoice %s: %s against %s, %s', a.amount, i.number, n.currency, i.currency,
        case when n.account_id = i.account_id then 'the same account' else 'another account' end
      ) as wrong
    from (select company_id, credit_note_id, invoice_id, sum(amount) as amount
      from billing.credit_application group by 1, 2, 3) a
    join billing.credit_note n on n.company_id = a.company_id and n.id = a.credit_note_id
    join billing.invoice i on i.company_id = a.company_id and i.id = a.invoice_id
    where n.currency <> i.currency or n.account_id <> i.account_id or a.amount < 0
      or (n.status in ('draft', 'void') and a.amount <> 0)`,
};

const REFUNDED: Invariant = {
  id: 'I6d',
  holds: 'A credit note on account gave back what the refunds of its payment took from it',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('refunded %s; refunds took %s (minor units of %s)',
        n.refunded_amount, coalesce(r.amount, 0), n.currency) as wrong
    from billing.credit_note n
    left join (select company_id, payment_id, sum(from_credit) as amount
      from billing.refund group by 1, 2) r
      on r.company_id = n.company_id and r.payment_id = n.payment_id
    where n.refunded_amount <> case n.kind when 'on_account' then coalesce(r.amount, 0) else 0 end`,
};

/** What must be true of credit notes. */
export const creditNoteInvariants: readonly Invariant[] = [AMOUNTS, STATUS, APPLICATIONS, REFUNDED];
