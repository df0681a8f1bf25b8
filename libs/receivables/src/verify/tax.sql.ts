import type { Invariant } from '@quittance/database';

/**
 * A draft that nothing was ever paid of, or everything was given back of: it charges no tax yet.
 */
const UNCHARGED = '(i.sent_at is null and i.paid_amount + i.credited_amount = 0)';

/** Invoices and what is recorded of their tax, by the unique key of the invoice. */
const RECORDED_TAX: Invariant = {
  id: 'I18d',
  holds: 'The tax that is recorded of an invoice is the tax it charges, taken back when it is void',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('%s with %s + %s = %s %s; recorded as %s are %s + %s = %s %s%s', i.status, i.subtotal,
        i.tax_total, i.total, i.currency, t.state, t.net, t.tax, t.total, t.currency,
        case when t.invoice_void then ' of a void invoice' else '' end) as wrong
    from tax.pub_transaction t
    join receivables.invoice i on i.company_id = t.company_id and i.id = t.invoice_id
    where t.credit_note_id is null and (
      t.invoice_void <> (i.status = 'void' or ${UNCHARGED})
      or (t.invoice_void and t.operation <> 'void')
      or (not ${UNCHARGED} and (t.net, t.tax, t.total, t.currency)
        is distinct from (i.subtotal, i.tax_total, i.total, i.currency)))`,
};

/** Invoices that were paid before they were sent, by the unique key of the invoice. */
const UNRECORDED_TAX: Invariant = {
  id: 'I18g',
  holds: 'The tax of an invoice that was paid before it was sent is recorded',
  text: `
    select i.company_id, 'invoice' as object, i.number as record,
      format('%s with %s paid and %s credited of %s %s, never sent, and its tax of %s is nowhere',
        i.status, i.paid_amount, i.credited_amount, i.total, i.currency, i.tax_total) as wrong
    from receivables.invoice i
    where i.sent_at is null and i.paid_amount + i.credited_amount > 0
      and not exists (select from tax.pub_transaction t
        where t.company_id = i.company_id and t.invoice_id = i.id and t.credit_note_id is null)`,
};

/** Credit notes and what is recorded of their tax, by the unique key of the note. */
const RECORDED_TAX_OF_NOTES: Invariant = {
  id: 'I18f',
  holds: 'The tax that is recorded of a credit note is the tax it gives back, or void with it',
  text: `
    select n.company_id, 'credit note' as object, n.number as record,
      format('%s with %s + %s = %s %s; recorded are %s + %s = %s %s', n.status, n.subtotal,
        n.tax_total, n.total, n.currency, t.net, t.tax, t.total, t.currency) as wrong
    from tax.pub_transaction t
    join receivables.credit_note n on n.company_id = t.company_id and n.id = t.credit_note_id
    where (t.net, t.tax, t.total, t.currency, t.invoice_void)
        is distinct from (n.subtotal, n.tax_total, n.total, n.currency, n.status = 'void')
      or (n.status = 'void' and t.operation <> 'void')`,
};

const DECIDED_LINES = (table: string, document: string, parent: string) => `
    select l.company_id, '${document}' as object, d.number as record,
      format('line %s: category %s, ground %s, %s %% and tax %s (minor units of %s)', l.position,
        coalesce(l.tax_category, 'none'), coalesce(l.tax_reason, 'none'), l.tax_rate, l.tax,
        d.currency) as wrong
    from receivables.${table} l
    join receivables.${document.replace(' ', '_')} d on d.company_id = l.company_id
    and d.id = l.${parent}
    where (coalesce(l.tax_category, '') not in ('S', 'L', 'M') and (l.tax <> 0
        or (l.tax_rate <> 0 and l.tax_reason is distinct from 'engine')))
      or (l.tax_category in ('S', 'L', 'M') and l.tax_rate = 0 and l.tax = 0)
      or (l.tax_category is not null and l.tax_reason is null)`;

/** Lines and what was decided of them. */
const CATEGORIES: Invariant = {
  id: 'I18h',
  holds: 'A line bears tax where its category says so, and nowhere else',
  text: `${DECIDED_LINES('invoice_line', 'invoice', 'invoice_id')}
    union all ${DECIDED_LINES('credit_note_line', 'credit note', 'credit_note_id')}`,
};

/** By the partial index of such lines. */
const UNDETERMINED: Invariant = {
  id: 'I18i',
  holds: 'No document with a line whose tax is not determined has left the house',
  text: `
    select l.company_id, 'invoice' as object, i.number as record,
      format('%s, and the tax of line %s is not determined: %s', i.status, l.position,
        l.tax_reason) as wrong
    from receivables.invoice_line l
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    where l.tax_category is null and l.tax_reason is not null
      and i.status not in ('draft', 'pending', 'void', 'cancelled')
    union all
    select l.company_id, 'credit note', n.number,
      format('%s, and the tax of line %s is not determined: %s', n.status, l.position, l.tax_reason)
    from receivables.credit_note_line l
    join receivables.credit_note n on n.company_id = l.company_id and n.id = l.credit_note_id
    where l.tax_category is null and l.tax_reason is not null
      and n.status not in ('draft', 'void')`,
};

const KEPT_TAXES = (table: string, document: string, parent: string) => `
    select l.company_id, '${document}' as object, d.number as record,
      format('line %s: tax %s, its taxes come to %s (minor units of %s)', l.position, l.tax,
        k.tax, d.currency) as wrong
    from receivables.${table} l
    join receivables.${document.replace(' ', '_')} d on d.company_id = l.company_id
    and d.id = l.${parent}
    cross join lateral (select coalesce(sum((e->>'tax')::bigint), 0) as tax
      from jsonb_array_elements(l.taxes) e) k
    where k.tax <> l.tax`;

/** With the lines of a document, which add up to it, it makes the tax report what documents say. */
const TAXES_OF_LINES: Invariant = {
  id: 'I18j',
  holds: 'The taxes that are kept with a line come to its tax',
  text: `${KEPT_TAXES('invoice_line', 'invoice', 'invoice_id')}
    union all ${KEPT_TAXES('credit_note_line', 'credit note', 'credit_note_id')}`,
};

/** What must be true of the tax that is recorded of invoices. */
export const taxInvariants: readonly Invariant[] = [
  RECORDED_TAX,
  UNRECORDED_TAX,
  RECORDED_TAX_OF_NOTES,
  CATEGORIES,
  UNDETERMINED,
  TAXES_OF_LINES,
];
