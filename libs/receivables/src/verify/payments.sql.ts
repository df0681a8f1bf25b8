import type { Invariant } from '@quittance/database';

const SPLIT: Invariant = {
  id: 'I4a',
  holds: 'What a payment applied is what its allocations say, and the rest is on account',
  text: `
    select p.company_id, 'payment' as object, p.number as record,
      format('%s: amount %s, applied %s, on account %s; its allocations add up to %s (minor units '
        'of %s)',
        p.status, p.amount, p.applied_amount, p.on_account_amount, coalesce(a.amount, 0),
        p.currency) as wrong
    from receivables.payment p
    left join (select company_id, payment_id, sum(amount) as amount
      from receivables.payment_allocation where refund_id is null group by 1, 2) a
      on a.company_id = p.company_id and a.payment_id = p.id
    where p.applied_amount <> coalesce(a.amount, 0)
      or case when p.status in ('pending', 'failed', 'withdrawn')
        then p.applied_amount + p.on_account_amount <> 0
        else p.applied_amount + p.on_account_amount <> p.amount end`,
};

const EXCESS: Invariant = {
  id: 'I4b',
  holds: 'The excess of a payment is exactly one credit note on account, and there is none without',
  text: `
    select p.company_id, 'payment' as object, p.number as record,
      format('on account %s; %s credit notes on account of %s (minor units of %s)',
        p.on_account_amount, coalesce(n.notes, 0), coalesce(n.total, 0), p.currency) as wrong
    from receivables.payment p
    left join (select company_id, payment_id, count(*) as notes, sum(total) as total,
        min(currency) as currency, (array_agg(account_id))[1] as account_id
      from receivables.credit_note where kind = 'on_account' and refund_id is null group by 1, 2) n
      on n.company_id = p.company_id and n.payment_id = p.id
    where coalesce(n.notes, 0) <> (p.on_account_amount > 0)::int
      or coalesce(n.total, 0) <> p.on_account_amount
      or n.currency <> p.currency or n.account_id <> p.account_id`,
};

const REFUNDS: Invariant = {
  id: 'I5a',
  holds: 'The refunds of a payment add up to what it says, never above its amount',
  text: `
    select p.company_id, 'payment' as object, p.number as record,
      format('%s: amount %s, refunded %s; its refunds add up to %s (minor units of %s)',
        p.status, p.amount, p.refunded_amount, coalesce(r.amount, 0), p.currency) as wrong
    from receivables.payment p
    left join (select company_id, payment_id, sum(amount) as amount
      from receivables.refund group by 1, 2) r
      on r.company_id = p.company_id and r.payment_id = p.id
    where p.refunded_amount <> coalesce(r.amount, 0) or p.refunded_amount > p.amount
      or (p.status = 'refunded') <> (p.refunded_amount > 0)`,
};

const REVERSALS: Invariant = {
  id: 'I5b',
  holds: 'A refund takes off invoices what its reversing allocations say',
  text: `
    select r.company_id, 'refund' as object, p.number as record,
      format('from invoices %s; its reversing allocations add up to %s (minor units of %s)',
        r.from_invoices, coalesce(a.amount, 0), p.currency) as wrong
    from receivables.refund r
    join receivables.payment p on p.company_id = r.company_id and p.id = r.payment_id
    left join (select company_id, refund_id, payment_id, -sum(amount) as amount
      from receivables.payment_allocation where refund_id is not null group by 1, 2, 3) a
      on a.company_id = r.company_id and a.refund_id = r.id and a.payment_id = r.payment_id
    where r.from_invoices <> coalesce(a.amount, 0)`,
};

const ALLOCATIONS: Invariant = {
  id: 'I5c',
  holds: 'A payment settles invoices of its own currency and account, and none below nothing',
  text: `
    select p.company_id, 'payment' as object, p.number as record,
      format('%s on invoice %s: %s of %s against %s, %s', a.amount, i.number, p.status,
        p.currency, i.currency,
        case when p.account_id = i.account_id then 'the same account' else 'another account' end
      ) as wrong
    from (select company_id, payment_id, invoice_id, sum(amount) as amount
      from receivables.payment_allocation group by 1, 2, 3) a
    join receivables.payment p on p.company_id = a.company_id and p.id = a.payment_id
    join receivables.invoice i on i.company_id = a.company_id and i.id = a.invoice_id
    where p.status in ('pending', 'failed', 'withdrawn') or p.currency <> i.currency
      or p.account_id <> i.account_id or a.amount < 0`,
};

const STATED: Invariant = {
  id: 'I4c',
  holds:
    'What a customer states of each of several invoices is no more than they state to have paid',
  text: `
    select p.company_id, 'payment' as object, p.number as record,
      format('%s, of which %s is meant for invoices%s', p.amount, s.amount,
        case when p.invoice_id is null then '' else ' beside the one it was made for' end) as wrong
    from (select company_id, payment_id, sum(amount) as amount
      from receivables.stated_allocation group by 1, 2) s
    join receivables.payment p on p.company_id = s.company_id and p.id = s.payment_id
    where s.amount > p.amount or p.invoice_id is not null`,
};

const RETURNED: Invariant = {
  id: 'I5d',
  holds: 'What came back of a refund or chargeback is never more than it took, nor taken elsewhere',
  text: `
    select r.company_id, 'refund' as object, p.number as record,
      format('%s of %s; %s came back, of %s other payments (minor units of %s)', r.kind, r.amount,
        v.amount, v.others, p.currency) as wrong
    from receivables.refund r
    join receivables.payment p on p.company_id = r.company_id and p.id = r.payment_id
    join (select v.company_id, v.reverses_id, -sum(v.amount) as amount,
        count(*) filter (where v.payment_id <> o.payment_id) as others
      from receivables.refund v
      join receivables.refund o on o.company_id = v.company_id and o.id = v.reverses_id
      where v.reverses_id is not null group by 1, 2) v
      on v.company_id = r.company_id and v.reverses_id = r.id
    where v.amount > r.amount or v.others > 0 or r.kind = 'returned'`,
};

const TO_CREDIT: Invariant = {
  id: 'I5e',
  holds: 'What came back and no invoice took is exactly one credit note on account',
  text: `
    select r.company_id, 'refund' as object, p.number as record,
      format('to credit %s; %s credit notes of %s (minor units of %s)', r.to_credit,
        coalesce(n.notes, 0), coalesce(n.total, 0), p.currency) as wrong
    from receivables.refund r
    join receivables.payment p on p.company_id = r.company_id and p.id = r.payment_id
    left join (select company_id, refund_id, payment_id, count(*) as notes, sum(total) as total,
        min(currency) as currency, (array_agg(account_id))[1] as account_id
      from receivables.credit_note where refund_id is not null group by 1, 2, 3) n
      on n.company_id = r.company_id and n.refund_id = r.id and n.payment_id = r.payment_id
    where coalesce(n.notes, 0) <> (r.to_credit > 0)::int or coalesce(n.total, 0) <> r.to_credit
      or n.currency <> p.currency or n.account_id <> p.account_id`,
};

/** What must be true of payments and refunds. */
export const paymentInvariants: readonly Invariant[] = [
  SPLIT,
  EXCESS,
  STATED,
  REFUNDS,
  REVERSALS,
  ALLOCATIONS,
  RETURNED,
  TO_CREDIT,
];
