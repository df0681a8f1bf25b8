import type { Invariant } from '@quittance/database';

/** A payment may name another invoice than its link does: the link is paid all the same. */
const PAID_CHECKOUTS: Invariant = {
  id: 'I9a',
  holds: 'A checkout that counts as paid names a payment of its provider and currency',
  text: `
    select c.company_id, 'checkout' as object, c.id as record,
      format('%s attempt %s of invoice %s names %s: %s payment of %s', c.status, c.attempt,
        c.invoice_id, coalesce(c.payment_id::text, 'no payment'), coalesce(p.provider, 'no'),
        coalesce(p.currency, '?')) as wrong
    from gateway.checkout c
    left join receivables.pub_payment p on p.company_id = c.company_id and p.id = c.payment_id
    where (c.status = 'paid') <> (c.payment_id is not null)
      or (c.payment_id is not null and (p.provider is distinct from c.provider
        or p.provider_payment_id is null or p.currency <> c.currency))`,
};

/** Hash joins over verified webhooks and checkouts: both only grow. */
const TOLD_OF: Invariant = {
  id: 'I9b',
  holds: 'A gateway payment was told of by a verified webhook or found at its link',
  text: `
    select p.company_id, 'payment' as object, p.number as record,
      format('%s %s: no webhook of it was applied and no checkout names it', p.provider,
        p.provider_payment_id) as wrong
    from receivables.pub_payment p
    where p.provider_payment_id is not null
      and not exists (select from gateway.webhook_delivery d
        where d.company_id = p.company_id and d.provider = p.provider
          and d.provider_payment_id = p.provider_payment_id)
      and not exists (select from gateway.checkout c
        where c.company_id = p.company_id and c.payment_id = p.id)`,
};

const APPLIED: Invariant = {
  id: 'I9c',
  holds: 'A webhook that was applied to a payment names that very payment',
  text: `
    select d.company_id, 'webhook-delivery' as object, d.id as record,
      format('%s %s of %s was applied to %s', d.type, d.event_id, d.provider_payment_id,
        coalesce(p.provider_payment_id, 'a payment that is none of a provider')) as wrong
    from gateway.webhook_delivery d
    left join receivables.pub_payment p on p.company_id = d.company_id and p.id = d.payment_id
    where d.payment_id is not null and d.provider_payment_id is not null
      and (p.provider is distinct from d.provider
        or p.provider_payment_id is distinct from d.provider_payment_id)`,
};

const CONFIRMED_REFUNDS: Invariant = {
  id: 'I9d',
  holds: 'A refund that its provider confirmed is in the books or waits for a person',
  text: `
    select r.company_id, 'refund-request' as object, r.id as record,
      format('%s of %s confirmed %s, which is nowhere', r.provider, r.provider_payment_id,
        coalesce(r.provider_refund_id, 'a refund without a name')) as wrong
    from gateway.refund_request r
    where r.status = 'confirmed'
      and not exists (select from receivables.pub_refund b
        where b.company_id = r.company_id and b.provider = r.provider
          and b.provider_refund_id = r.provider_refund_id)
      and not exists (select from gateway.covered_refund c
        where c.company_id = r.company_id and c.provider = r.provider
          and c.provider_refund_id = r.provider_refund_id)
      and not exists (select from gateway.unapplied_receipt u
        where u.company_id = r.company_id and u.provider = r.provider and u.kind = 'refund'
          and u.provider_object_id = r.provider_refund_id)`,
};

const RECEIPTS: Invariant = {
  id: 'I9e',
  holds: 'What is booked does not wait for a person as well',
  text: `
    select u.company_id, 'receipt' as object, u.id as record,
      format('%s %s of %s waits as %s and is booked', u.provider, u.kind, u.provider_object_id,
        u.reason) as wrong
    from gateway.unapplied_receipt u
    where u.status = 'open' and u.reason <> 'refund_failed_after_booking'
      and case u.kind
        when 'capture' then exists (select from receivables.pub_payment p
          where p.company_id = u.company_id and p.provider = u.provider
            and p.provider_payment_id = u.provider_object_id)
        when 'refund' then exists (select from receivables.pub_refund b
          where b.company_id = u.company_id and b.provider = u.provider
            and b.provider_refund_id = u.provider_object_id)
        else false end`,
};

const PARTS: Invariant = {
  id: 'I9f',
  holds:
    'What a checkout asks for each of several invoices is all of it, and while it can be paid ' +
    'they are of one account',
  text: `
    select c.company_id, 'checkout' as object, c.id as record,
      format('%s over %s invoices; it names %s, for %s, of %s accounts and currencies', c.balance,
        c.invoice_count, coalesce(p.parts, 0), coalesce(p.amount, 0), coalesce(p.kinds, 0)) as wrong
    from gateway.checkout c
    left join (select x.company_id, x.checkout_id, count(*) as parts, sum(x.amount) as amount,
        count(distinct (i.account_id, i.currency)) as kinds, min(i.currency) as currency
      from gateway.checkout_invoice x
      join receivables.pub_invoice i on i.company_id = x.company_id and i.id = x.invoice_id
      group by 1, 2) p on p.company_id = c.company_id and p.checkout_id = c.id
    where (c.invoice_count > 1 or p.parts is not null)
      and (p.parts is distinct from c.invoice_count or p.amount is distinct from c.balance
        or (c.status in ('creating', 'open', 'processing')
          and (p.kinds <> 1 or p.currency <> c.currency))
        or not exists (select from gateway.checkout_invoice f where f.company_id = c.company_id
          and f.checkout_id = c.id and f.position = 0 and f.invoice_id = c.invoice_id))`,
};

const ONE_LIVE: Invariant = {
  id: 'I9g',
  holds: 'No invoice is asked for by two links that can be paid at once',
  text: `
    select a.company_id, 'invoice' as object, a.invoice_id as record,
      format('%s live checkouts', count(*)) as wrong
    from (select c.company_id, c.id, coalesce(x.invoice_id, c.invoice_id) as invoice_id
      from gateway.checkout c
      left join gateway.checkout_invoice x
        on x.company_id = c.company_id and x.checkout_id = c.id
      where c.status in ('creating', 'open', 'processing')) a
    group by 1, 3 having count(*) > 1`,
};

/** What was taken back of it is off it again: refunds and disputes are rows of their own. */
const MEANT_FOR: Invariant = {
  id: 'I9h',
  holds: 'A payment over several invoices went to no other, and to none more than was meant for it',
  text: `
    select a.company_id, 'payment' as object, p.number as record,
      format('%s went to invoice %s, for which %s was meant', a.amount, a.invoice_id,
        coalesce(x.amount, 0)) as wrong
    from (select l.company_id, l.payment_id, l.invoice_id, sum(l.amount) as amount
      from receivables.pub_payment_allocation l group by 1, 2, 3) a
    join gateway.checkout c on c.company_id = a.company_id and c.payment_id = a.payment_id
      and c.invoice_count > 1
    join receivables.pub_payment p on p.company_id = a.company_id and p.id = a.payment_id
    left join gateway.checkout_invoice x on x.company_id = a.company_id and x.checkout_id = c.id
      and x.invoice_id = a.invoice_id
    where a.amount > coalesce(x.amount, 0)`,
};

/** Fewer where the payment had not more: what is short stands in the receipt for a person. */
const DISPUTES: Invariant = {
  id: 'I9i',
  holds:
    'What a dispute has taken off its payment is what the books say, and none more than is gone',
  text: `
    select r.company_id, 'receipt' as object, r.id as record,
      format('%s: lost %s of %s; the books say %s (minor units of %s)', r.reason,
        coalesce(r.lost, 0), r.amount, coalesce(b.amount, 0), r.currency) as wrong
    from gateway.unapplied_receipt r
    left join (select l.company_id, l.payment_id, l.provider, l.provider_dispute_id,
        sum(l.amount + coalesce(v.amount, 0)) as amount
      from receivables.pub_refund l
      left join (select company_id, reverses_id, sum(amount) as amount
        from receivables.pub_refund where reverses_id is not null group by 1, 2) v
        on v.company_id = l.company_id and v.reverses_id = l.id
      where l.provider_dispute_id is not null group by 1, 2, 3, 4) b
      on b.company_id = r.company_id and b.payment_id = r.payment_id
      and b.provider = r.provider and b.provider_dispute_id = r.provider_object_id
    where r.kind = 'dispute' and (coalesce(r.lost, 0) <> coalesce(b.amount, 0)
      or coalesce(r.lost, 0) > coalesce(r.amount, 0)
      or (r.reason = 'dispute_won' and coalesce(r.lost, 0) > 0)
      or (r.reason = 'dispute_opened' and coalesce(r.lost, 0) > 0))`,
};

/** What must be true of the books of payment providers beside our own. */
export const gatewayInvariants: readonly Invariant[] = [
  PAID_CHECKOUTS,
  TOLD_OF,
  APPLIED,
  CONFIRMED_REFUNDS,
  RECEIPTS,
  PARTS,
  ONE_LIVE,
  MEANT_FOR,
  DISPUTES,
];
