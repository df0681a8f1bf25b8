import { taxReports } from '@quittance/tax';

/** What narrows rows with an `account_id` to what whoever asks may see, behind their conditions. */
export type Told = (alias: string) => string;

/** Of which days and by what lines are told, as SQL: parameters, or what stands in a list's text. */
export interface TaxedWhen {
  readonly from: string;
  readonly to: string;
  /** In which the company has its days. */
  readonly timeZone: string;
  /** An array of the tax codes that goods are sold under. */
  readonly codesOfGoods: string;
}

/** $2 the first day, $3 the last, $4 the time zone of the company, $5 the tax codes of goods. */
export const TAXED_WHEN: TaxedWhen = {
  from: '$2::date',
  to: '$3::date',
  timeZone: '$4',
  codesOfGoods: '$5::text[]',
};

/**
 * Whoever was handed an invoice, or has paid of one before that, was charged its tax. One that is
 * disputed stays so when its money goes back, and is then charged no more than a draft.
 */
const CHARGED = (alias: string) =>
  `(${alias}.sent_at is not null or ${alias}.status in ('partially_paid', 'paid')
    or ${alias}.status = 'disputed' and ${alias}.balance < ${alias}.total)`;

const among = (reasons: readonly string[]) => reasons.map((each) => `'${each}'`).join(', ');

/** For what the decision took a line: by its ground, its product, or what is sold under its code. */
const supplyOf = (alias: string, codesOfGoods: string) => `case
    when ${alias}.tax_reason in (${among(taxReports.grounds.goods)}) then 'goods'
    when ${alias}.tax_reason in (${among(taxReports.grounds.services)}) then 'services'
    when ${alias}.supply_kind = 'goods' then 'goods'
    when ${alias}.supply_kind is null
      and coalesce(${alias}.tax_code, ${alias}.taxes->0->>'taxCode') = any(${codesOfGoods})
      then 'goods'
    else 'services' end as supply`;

const line = (alias: string, { codesOfGoods }: TaxedWhen) => `${alias}.net, ${alias}.tax_category,
  ${alias}.tax_reason, ${alias}.taxes, ${supplyOf(alias, codesOfGoods)}`;

/** What is counted on a day, once or as taken back. */
interface Counted {
  readonly sign: '1' | '-1';
  readonly day: string;
  readonly takenBack: boolean;
  readonly told: Told;
  readonly when: TaxedWhen;
}

const within = ({ day, when }: Counted) => `${day} between ${when.from} and ${when.to}`;

const counting = ({ sign, day, takenBack }: Counted) =>
  `${sign} as sign, ${takenBack ? day : 'null::date'} as taken_back_on`;

/** Lines of invoices of which a day lies within the period. */
const ofInvoices = (counted: Counted) => `
  select i.company_id, 'invoice' as document, i.id as document_id, i.number, i.issue_date,
    i.account_id, i.currency, b.bill_to, ${counting(counted)}, ${line('l', counted.when)}
  from receivables.pub_invoice i
  join receivables.pub_taxed_invoice_line l on l.company_id = $1::uuid and l.invoice_id = i.id
  join receivables.pub_invoice_buyer b on b.company_id = $1::uuid and b.id = i.id
  where i.company_id = $1::uuid and ${CHARGED('i')} and ${within(counted)}${counted.told('i')}`;

const ofNotes = (counted: Counted) => `
  select n.company_id, 'credit_note' as document, n.id as document_id, n.number, n.issue_date,
    n.account_id, n.currency, b.bill_to, ${counting(counted)}, ${line('l', counted.when)}
  from receivables.pub_credit_note n
  join receivables.pub_taxed_note_line l on l.company_id = $1::uuid and l.credit_note_id = n.id
  join receivables.pub_credit_note_buyer b on b.company_id = $1::uuid and b.id = n.id
  where n.company_id = $1::uuid and n.kind = 'credit' and n.issued_at is not null
    and ${within(counted)}${counted.told('n')}`;

/**
 * What was paid before it was sent, and a draft again since all of that went back, as it was then.
 */
const ofWithdrawn = (counted: Counted) => `
  select w.company_id, 'invoice' as document, w.invoice_id as document_id, i.number, w.issue_date,
    i.account_id, w.currency, w.bill_to, ${counting(counted)}, ${line('l', counted.when)}
  from receivables.pub_withdrawn_charge w
  join receivables.pub_invoice i on i.company_id = $1::uuid and i.id = w.invoice_id
  cross join lateral jsonb_to_recordset(w.lines) as l(net bigint, tax_category text,
    tax_reason text, taxes jsonb, supply_kind text, tax_code text)
  where w.company_id = $1::uuid and ${within(counted)}${counted.told('i')}`;

/**
 * What documents of a period bear of tax, line by line: $1 the company. A credit note counts on its
 * own date; what is void counts on its date, and is taken back on the day on which it became so, as
 * is what became a draft again. By the date indexes.
 */
export function taxedLinesSql(told: Told, when: TaxedWhen = TAXED_WHEN): string {
  const charged = (day: string) => ({ sign: '1', day, takenBack: false, told, when }) as const;
  const back = (alias: string, at: string, status?: string) => {
    const day = `greatest((${alias}.${at} at time zone ${when.timeZone})::date,
      ${alias}.issue_date)`;
    const isSo = status === undefined ? '' : ` and ${alias}.status = '${status}'`;
    const narrowed: Told = (of) => `${told(of)}${isSo}`;
    return { sign: '-1', day, takenBack: true, told: narrowed, when } as const;
  };
  return [
    ofInvoices(charged('i.issue_date')),
    ofInvoices(back('i', 'closed_at', 'void')),
    ofWithdrawn(charged('w.issue_date')),
    ofWithdrawn(back('w', 'created_at')),
    ofNotes({ ...charged('n.issue_date'), sign: '-1' }),
    ofNotes({ ...back('n', 'voided_at', 'void'), sign: '1' }),
  ].join('\n  union all\n');
}

/** How lines are taxed alike; each of these tells them apart. */
export const TAXED_ALIKE = `category, reason, jurisdiction, kind, rate, supply, currency`;

/** The same lines, each with every tax that it bears, as they add up: `TAXED_ALIKE` and amounts. */
export const lineTaxesSql = (told: Told, when: TaxedWhen = TAXED_WHEN): string => `
  select d.company_id, d.document, d.document_id, d.number, d.issue_date, d.taken_back_on,
    d.account_id, d.tax_category as category, d.tax_reason as reason,
    e.tax->>'jurisdiction' as jurisdiction, e.tax->>'kind' as kind,
    trim_scale(coalesce((e.tax->>'rate')::numeric, 0)) as rate, d.supply, d.currency,
    d.sign * case when e.place = 1 then d.net else 0 end as net,
    d.sign * coalesce((e.tax->>'base')::bigint, d.net) as base,
    d.sign * coalesce((e.tax->>'tax')::bigint, 0) as tax
  from (${taxedLinesSql(told, when)}) d
  cross join lateral jsonb_array_elements(
    case when jsonb_array_length(d.taxes) = 0 then '[{}]'::jsonb else d.taxes end)
    with ordinality as e(tax, place)`;
