import type { Invariant } from '@quittance/database';
import { discounted } from './line-nets.sql.js';

const AMOUNTS: Invariant = {
  id: 'I6a',
  holds: 'A credit note is what is applied, refunded and remaining of it; a void one nothing',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('%s: total %s, applied %s, refunded %s, remaining %s; its applications add up to %s '
        '(minor units of %s)',
        n.status, n.total, n.applied_amount, n.refunded_amount, n.remaining,
        coalesce(a.amount, 0), n.currency) as wrong
    from receivables.credit_note n
    left join (select company_id, credit_note_id, sum(amount) as amount
      from receivables.credit_application group by 1, 2) a
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
    from receivables.credit_note
    where case status
      when 'draft' then applied_amount <> 0 or refunded_amount <> 0
      when 'issued' then applied_amount <> 0
      when 'partially_applied' then applied_amount <= 0 or remaining <= 0
      when 'applied' then remaining <> 0 or applied_amount <= 0
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
      from receivables.credit_application group by 1, 2, 3) a
    join receivables.credit_note n on n.company_id = a.company_id and n.id = a.credit_note_id
    join receivables.invoice i on i.company_id = a.company_id and i.id = a.invoice_id
    where n.currency <> i.currency or n.account_id <> i.account_id or a.amount < 0
      or (n.status in ('draft', 'void') and a.amount <> 0)`,
};

const REFUNDED: Invariant = {
  id: 'I6d',
  holds: 'A credit note on account gave back what the refunds of its payment took from it',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('refunded %s; refunds took %s (minor units of %s)', n.refunded_amount,
        coalesce(case when n.refund_id is null then r.amount else t.amount end, 0),
        n.currency) as wrong
    from receivables.credit_note n
    left join (select r.company_id, r.payment_id,
        sum(r.from_credit - coalesce(x.amount, 0)) as amount
      from receivables.refund r
      left join (select company_id, refund_id, sum(amount) as amount
        from receivables.refund_credit group by 1, 2) x
        on x.company_id = r.company_id and x.refund_id = r.id
      group by 1, 2) r
      on r.company_id = n.company_id and r.payment_id = n.payment_id and n.refund_id is null
    left join (select company_id, credit_note_id, sum(amount) as amount
      from receivables.refund_credit group by 1, 2) t
      on t.company_id = n.company_id and t.credit_note_id = n.id
    where n.refunded_amount <> case when n.kind <> 'on_account' then 0
      when n.refund_id is null then coalesce(r.amount, 0) else coalesce(t.amount, 0) end`,
};

const LINES: Invariant = {
  id: 'I6e',
  holds: 'The lines of a credit note add up to it; one on account has none',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('%s: subtotal %s, tax %s, total %s; its lines add up to %s, %s, %s (minor units of '
        '%s)',
        n.kind, n.subtotal, n.tax_total, n.total, coalesce(l.net, 0), coalesce(l.tax, 0),
        coalesce(l.total, 0), n.currency) as wrong
    from receivables.credit_note n
    left join (select company_id, credit_note_id, count(*) as lines, sum(net) as net,
        sum(tax) as tax, sum(total) as total
      from receivables.credit_note_line group by 1, 2) l
      on l.company_id = n.company_id and l.credit_note_id = n.id
    where case n.kind when 'on_account' then coalesce(l.lines, 0) <> 0
      else n.subtotal <> coalesce(l.net, 0) or n.tax_total <> coalesce(l.tax, 0)
        or n.total <> coalesce(l.total, 0) end`,
};

const NOTED: Invariant = {
  id: 'I6f',
  holds: 'The notes that refer to an invoice are its customer’s, and together within its total',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('total %s, noted %s; its credit notes add up to %s, %s of them for others (minor '
        'units of %s)',
        i.total, i.noted_amount, coalesce(n.total, 0), coalesce(n.foreigners, 0),
        i.currency) as wrong
    from receivables.invoice i
    left join (select n.company_id, n.invoice_id, sum(n.total) as total,
        count(*) filter (where n.account_id <> o.account_id or n.currency <> o.currency)
        as foreigners
      from receivables.credit_note n
      join receivables.invoice o on o.company_id = n.company_id and o.id = n.invoice_id
      where n.kind = 'credit' and n.status <> 'void' group by 1, 2) n
      on n.company_id = i.company_id and n.invoice_id = i.id
    where i.noted_amount <> coalesce(n.total, 0) or i.noted_amount > i.total or n.foreigners > 0`,
};

const MONEY: Invariant = {
  id: 'I6g',
  holds: 'What customers paid and did not get back is on their invoices or on account',
  text: `
    select coalesce(p.company_id, m.company_id) as company_id, 'account' as object,
      coalesce(p.account_id, m.account_id)::text as record,
      format('received %s, on invoices and on account %s (minor units of %s)',
        coalesce(p.net, 0), coalesce(m.held, 0), coalesce(p.currency, m.currency)) as wrong
    from (select company_id, account_id, currency, sum(amount - refunded_amount) as net
      from receivables.payment where status in ('completed', 'refunded') group by 1, 2, 3) p
    full join (select company_id, account_id, currency, sum(held) as held from (
        select company_id, account_id, currency, paid_amount as held from receivables.invoice
        union all select company_id, account_id, currency, applied_amount + remaining
        from receivables.credit_note where kind = 'on_account') h group by 1, 2, 3) m
      on m.company_id = p.company_id and m.account_id = p.account_id and m.currency = p.currency
    where coalesce(p.net, 0) <> coalesce(m.held, 0)`,
};

const OF_CLOSED: Invariant = {
  id: 'I6h',
  holds: 'No credit note stands of an invoice that is not owed, being void or cancelled',
  text: `
    select n.company_id, 'credit-note' as object, n.number as record,
      format('%s with %s remaining of %s, of invoice %s which is %s (minor units of %s)', n.status,
        n.remaining, n.total, i.number, i.status, n.currency) as wrong
    from receivables.credit_note n
    join receivables.invoice i on i.company_id = n.company_id and i.id = n.invoice_id
    where n.kind = 'credit' and n.status not in ('draft', 'void')
      and i.status in ('void', 'cancelled')`,
};

const LINE_NETS: Invariant = {
  id: 'I18c',
  holds:
    'A line of a credit note is quantity × unit price − discount, give or take what is left of ' +
    'its line',
  text: `
    select l.company_id, 'credit-note' as object, n.number as record,
      format('line %s comes to %s, stored are net %s and tax %s (minor units of %s)',
        l.position, round(${discounted('l', 'p.price')}), l.net, l.tax, n.currency) as wrong
    from receivables.credit_note_line l
    join receivables.credit_note n on n.company_id = l.company_id and n.id = l.credit_note_id
    cross join lateral (select l.quantity * l.unit_price
      * (10 ^ public.currency_digits(n.currency)::numeric) as price) p
    left join (select company_id, invoice_line_id, count(*) as notes
      from receivables.credit_note_line where invoice_line_id is not null group by 1, 2) s
      on s.company_id = l.company_id and s.invoice_line_id = l.invoice_line_id
    where l.total <> l.net + l.tax or abs(round(${discounted('l', 'p.price')}) -
      case when n.prices_include_tax then l.total else l.net end) > coalesce(s.notes, 0)`,
};

const WITHIN_LINES: Invariant = {
  id: 'I6i',
  holds: 'The notes of a line of an invoice give back no more than it, nor of its net or its tax',
  text: `
    select l.company_id, 'invoice' as object, i.number as record,
      format('line %s of %s + %s = %s; its notes give back %s + %s = %s (minor units of %s)',
        l.position, l.net, l.tax, l.total, c.net, c.tax, c.total, i.currency) as wrong
    from (select n.company_id, l.invoice_id, l.invoice_line_id, sum(l.net) as net,
        sum(l.tax) as tax, sum(l.total) as total,
        bool_and(l.tax_code is not distinct from s.tax_code) as alike
      from receivables.credit_note_line l
      join receivables.credit_note n on n.company_id = l.company_id and n.id = l.credit_note_id
        and n.status <> 'void'
      join receivables.invoice_line s on s.company_id = l.company_id and s.invoice_id = l.invoice_id
        and s.id = l.invoice_line_id
      group by 1, 2, 3) c
    join receivables.invoice_line l on l.company_id = c.company_id and l.invoice_id = c.invoice_id
      and l.id = c.invoice_line_id
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    where sign(l.total) * (c.total - l.total) > 0 or sign(l.net) * (c.net - l.net) > 0
      or (c.alike and sign(l.total) * (c.tax - l.tax) > 0)`,
};

/** What must be true of credit notes. */
export const creditNoteInvariants: readonly Invariant[] = [
  AMOUNTS,
  STATUS,
  APPLICATIONS,
  REFUNDED,
  LINES,
  NOTED,
  MONEY,
  OF_CLOSED,
  LINE_NETS,
  WITHIN_LINES,
];
