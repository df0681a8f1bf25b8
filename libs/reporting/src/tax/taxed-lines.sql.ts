/** What narrows rows with an `account_id` to what whoever asks may see, behind their conditions. */
export type Told = (alias: string) => string;

/**
 * Whoever was handed an invoice, or has paid of one before that, was charged its tax. One that is
 * disputed stays so when its money goes back, and is then charged no more than a draft.
 */
const CHARGED = (alias: string) =>
  `(${alias}.sent_at is not null or ${alias}.status in ('partially_paid', 'paid')
    or ${alias}.status = 'disputed' and ${alias}.balance < ${alias}.total)`;

const LINE = (alias: string) => `${alias}.net, ${alias}.tax_category, ${alias}.tax_reason,
  ${alias}.taxes, ${alias}.supply_kind`;

const HEAD = (document: string, sign: string) => `${document}.id as document_id,
  ${document}.account_id, ${document}.currency, ${sign} as sign, b.bill_to`;

const VOIDED_ON = (alias: string, at: string) =>
  `greatest((${alias}.${at} at time zone $4)::date, ${alias}.issue_date)`;

/** Lines of invoices of which a day lies within the period. */
const ofInvoices = (sign: string, day: string, told: Told) => `
  select ${HEAD('i', sign)}, ${LINE('l')}
  from receivables.pub_invoice i
  join receivables.pub_taxed_invoice_line l on l.company_id = $1 and l.invoice_id = i.id
  join receivables.pub_invoice_buyer b on b.company_id = $1 and b.id = i.id
  where i.company_id = $1 and ${CHARGED('i')} and ${day} between $2::date and $3::date${told('i')}`;

const ofNotes = (sign: string, day: string, told: Told) => `
  select ${HEAD('n', sign)}, ${LINE('l')}
  from receivables.pub_credit_note n
  join receivables.pub_taxed_note_line l on l.company_id = $1 and l.credit_note_id = n.id
  join receivables.pub_credit_note_buyer b on b.company_id = $1 and b.id = n.id
  where n.company_id = $1 and n.kind = 'credit' and n.issued_at is not null
    and ${day} between $2::date and $3::date${told('n')}`;

/**
 * What was paid before it was sent, and a draft again since all of that went back, as it was then.
 */
const ofWithdrawn = (sign: string, day: string, told: Told) => `
  select w.invoice_id as document_id, i.account_id, w.currency, ${sign} as sign, w.bill_to,
    ${LINE('l')}
  from receivables.pub_withdrawn_charge w
  join receivables.pub_invoice i on i.company_id = $1 and i.id = w.invoice_id
  cross join lateral jsonb_to_recordset(w.lines) as l(net bigint, tax_category text,
    tax_reason text, taxes jsonb, supply_kind text)
  where w.company_id = $1 and ${day} between $2::date and $3::date${told('i')}`;

/**
 * What documents of a period bear of tax, line by line: $2 its first day, $3 its last, $4 the time
 * zone of the company. A credit note counts on its own date; what is void counts on its date, and
 * is taken back on the day on which it became so, as is what became a draft again. By the date
 * indexes.
 */
export const taxedLinesSql = (told: Told): string => `
  ${ofInvoices('1', 'i.issue_date', told)}
  union all
  ${ofInvoices('-1', VOIDED_ON('i', 'closed_at'), (of) => `${told(of)} and i.status = 'void'`)}
  union all
  ${ofWithdrawn('1', 'w.issue_date', told)}
  union all
  ${ofWithdrawn('-1', VOIDED_ON('w', 'created_at'), told)}
  union all
  ${ofNotes('-1', 'n.issue_date', told)}
  union all
  ${ofNotes('1', VOIDED_ON('n', 'voided_at'), (alias) => `${told(alias)} and n.status = 'void'`)}`;
