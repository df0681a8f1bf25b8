import type { Invariant } from '@quittance/database';
import { discounted } from './line-nets.sql.js';

/** Hash aggregates over the append-only rows: every row is read once, no index serves it. */
const PAID_AND_CREDITED: Invariant = {
  id: 'I1',
  holds: 'An invoice is paid and credited exactly what its allocations and applications add up to',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('paid %s and credited %s; its rows add up to %s and %s (minor units of %s)',
        i.paid_amount, i.credited_amount, coalesce(p.amount, 0), coalesce(c.amount, 0),
        i.currency) as wrong
    from receivables.invoice i
    left join (select company_id, invoice_id, sum(amount) as amount
      from receivables.payment_allocation group by 1, 2) p
      on p.company_id = i.company_id and p.invoice_id = i.id
    left join (select company_id, invoice_id, sum(amount) as amount
      from receivables.credit_application group by 1, 2) c
      on c.company_id = i.company_id and c.invoice_id = i.id
    where i.paid_amount <> coalesce(p.amount, 0) or i.credited_amount <> coalesce(c.amount, 0)`,
};

const WRITTEN_OFF: Invariant = {
  id: 'I1b',
  holds:
    'What is written off of an invoice is what its write-offs add up to, and none was undone twice',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('written off %s; its rows add up to %s, the least on their way was %s (minor units '
        'of %s)', i.written_off_amount, coalesce(w.amount, 0), coalesce(w.least, 0), i.currency)
        as wrong
    from receivables.invoice i
    left join (select r.company_id, r.invoice_id, sum(r.amount) as amount, min(r.behind) as least
      from (select company_id, invoice_id, amount, sum(amount) over (
          partition by company_id, invoice_id order by id) as behind
        from receivables.write_off) r
      group by 1, 2) w on w.company_id = i.company_id and w.invoice_id = i.id
    where i.written_off_amount <> coalesce(w.amount, 0) or coalesce(w.least, 0) < 0`,
};

const BALANCE: Invariant = {
  id: 'I2a',
  holds: 'The balance is what is left of the total, never below 0 and never above it',
  text: `
    select company_id, 'invoice' as object, number as record,
      format('%s: total %s, paid %s, credited %s, balance %s (minor units of %s)',
        status, total, paid_amount, credited_amount, balance, currency) as wrong
    from receivables.invoice
    where total <> subtotal + tax_total or balance < 0 or balance > total
      or balance <> case when status in ('void', 'cancelled') then 0
        else total - paid_amount - credited_amount - written_off_amount end`,
};

const LINES: Invariant = {
  id: 'I2b',
  holds: 'The lines of an invoice add up to its subtotal, tax and total',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('subtotal %s, tax %s, total %s; its lines add up to %s, %s, %s (minor units of %s)',
        i.subtotal, i.tax_total, i.total, coalesce(l.net, 0), coalesce(l.tax, 0),
        coalesce(l.total, 0), i.currency) as wrong
    from receivables.invoice i
    left join (select company_id, invoice_id, sum(net) as net, sum(tax) as tax,
        sum(total) as total
      from receivables.invoice_line group by 1, 2) l
      on l.company_id = i.company_id and l.invoice_id = i.id
    where i.subtotal <> coalesce(l.net, 0) or i.tax_total <> coalesce(l.tax, 0)
      or i.total <> coalesce(l.total, 0)`,
};

const STATUS: Invariant = {
  id: 'I3',
  holds: 'The status of an invoice agrees with its money',
  text: `
    select company_id, 'invoice' as object, number as record,
      format('%s with total %s, paid %s, credited %s, balance %s (minor units of %s)',
        status, total, paid_amount, credited_amount, balance, currency) as wrong
    from receivables.invoice
    where case
      when status in ('void', 'cancelled')
        then paid_amount <> 0 or credited_amount <> 0 or balance <> 0 or written_off_amount <> 0
      when status = 'paid' then balance <> 0 or written_off_amount <> 0
      when status = 'written_off' then balance <> 0 or written_off_amount = 0
      when total > 0 and balance = 0 then true
      when status = 'partially_paid' then paid_amount + credited_amount <= 0
      when status = 'disputed' then false
      else paid_amount + credited_amount <> 0 end`,
};

const DISPUTES: Invariant = {
  id: 'I3b',
  holds: 'A dispute is open only while its invoice is unpaid, and the invoice knows the latest',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('%s; the dispute it keeps is %s and %s, the latest is %s and %s', i.status,
        coalesce(i.dispute->>'id', 'none'), case when i.dispute->>'closedAt' is null then 'open'
          else 'over' end, coalesce(d.id::text, 'none'),
        case when d.open then 'open' else 'over' end) as wrong
    from receivables.invoice i
    left join lateral (select d.id, d.amount, d.closed_at is null as open, d.outcome
      from receivables.dispute d
      where d.company_id = i.company_id and d.invoice_id = i.id
      order by d.closed_at is null desc, d.opened_at desc, d.id desc limit 1) d on true
    where (i.dispute is not null or d.id is not null or i.status = 'disputed') and (
      (i.dispute->>'id')::uuid is distinct from d.id
      or (i.dispute->>'amount')::bigint is distinct from d.amount
      or i.dispute->>'outcome' is distinct from d.outcome
      or coalesce(d.open, false) <> (i.status = 'disputed'
        or (i.status = 'partially_paid' and coalesce(d.open, false))))`,
};

const DISCOUNTED = discounted('l', 'p.price');

const LINE_NETS: Invariant = {
  id: 'I18a',
  holds: 'A line is quantity × unit price − discount, rounded half away from zero',
  text: `
    select l.company_id, 'invoice' as object, i.number as record,
      format('line %s: %s × %s less %s comes to %s, stored are net %s and tax %s (minor units of '
        '%s)',
        l.position, l.quantity, l.unit_price,
        coalesce(l.discount_percent || ' %', l.discount_amount::text, '0'),
        round(${DISCOUNTED}), l.net, l.tax, i.currency) as wrong
    from receivables.invoice_line l
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    cross join lateral (select l.quantity * l.unit_price
      * (10 ^ public.currency_digits(i.currency)::numeric) as price) p
    where l.total <> l.net + l.tax or round(${DISCOUNTED}) <>
      case when i.prices_include_tax then l.total else l.net end`,
};

/** The states that do not follow from money follow from what was done. */
const SENT_AND_VIEWED: Invariant = {
  id: 'I3c',
  holds: 'The status of an unpaid invoice agrees with what was done with it',
  text: `
    select company_id, 'invoice' as object, number as record,
      format('%s, sent at %s, viewed at %s, due %s', status, coalesce(sent_at::text, 'no time'),
        coalesce(viewed_at::text, 'no time'), due_date) as wrong
    from receivables.invoice
    where case status
      when 'draft' then sent_at is not null
      when 'pending' then sent_at is not null
      when 'sent' then sent_at is null or viewed_at is not null
      when 'viewed' then sent_at is null or viewed_at is null
      when 'overdue' then sent_at is null
      when 'void' then closed_at is null
      when 'cancelled' then closed_at is null or sent_at is not null
      else false end`,
};

/** What must be true of invoices. */
export const invoiceInvariants: readonly Invariant[] = [
  PAID_AND_CREDITED,
  WRITTEN_OFF,
  BALANCE,
  LINES,
  STATUS,
  DISPUTES,
  LINE_NETS,
  SENT_AND_VIEWED,
];
