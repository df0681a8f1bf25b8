import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { Id, InvoiceId, ProductId, ScheduleId } from '@quittance/kernel';

/** A line that bills a period of a schedule, on an invoice that stands. Minor units. */
export interface BilledScheduleLine {
  readonly invoiceId: InvoiceId;
  readonly issueDate: LocalDate;
  /** The lines of its invoice may still change. */
  readonly open: boolean;
  readonly pricesIncludeTax: boolean;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly id: Id<'invoice-line'>;
  readonly scheduleLineId: Id<'schedule-line'>;
  readonly productId: ProductId | null;
  readonly description: string;
  readonly taxCode: string | null;
  readonly productTaxed: boolean;
  readonly taxRate: string | null;
  readonly net: bigint;
  readonly total: bigint;
  /** What notes that stand, drafts included, have given back of it. */
  readonly creditedNet: bigint;
  readonly creditedTotal: bigint;
  /** Which taxes it bears, at which rates. */
  readonly taxedAs: string;
}

/** What no note has given back of what an invoice asks at the same taxes. May be below 0. */
export interface LeftOfInvoice {
  readonly invoiceId: InvoiceId;
  readonly taxedAs: string;
  readonly net: bigint;
  readonly total: bigint;
}

/** Lines that bill a period, with what their invoices may still give back. */
export interface BilledScheduleLines {
  readonly lines: readonly BilledScheduleLine[];
  readonly left: readonly LeftOfInvoice[];
}

/** Of the taxes of a line what tells them apart, as text. */
const TAXED_AS = `(select coalesce(jsonb_agg(jsonb_build_array(t -> 'kind', t -> 'jurisdiction',
    t -> 'taxCode', trim_scale((t ->> 'rate')::numeric))), '[]')::text
  from jsonb_array_elements(l.taxes) t)`;

/** By `invoice_schedule_period_key`, and the invoices themselves by primary key. */
const HOLD = sql(`select i.id from receivables.invoice i
  where i.company_id = $1 and i.schedule_id = $2 and i.period_end >= $3::date
    and i.status not in ('void', 'cancelled') order by i.id for no key update`);

/** By prefix of the primary key, and by `credit_note_invoice_index`. */
const LINES = sql(`select i.id as "invoiceId", i.issue_date as "issueDate",
    i.status in ('draft', 'pending') as open, i.prices_include_tax as "pricesIncludeTax",
    i.period_start as "periodStart", i.period_end as "periodEnd",
    l.id, l.schedule_line_id as "scheduleLineId", l.product_id as "productId", l.description,
    l.tax_code as "taxCode", l.product_taxed as "productTaxed",
    l.requested_tax_rate as "taxRate", l.net, l.total,
    coalesce(n.net, 0)::bigint as "creditedNet", coalesce(n.total, 0)::bigint as "creditedTotal",
    ${TAXED_AS} as "taxedAs"
  from receivables.invoice i
  join receivables.invoice_line l on l.company_id = $1 and l.invoice_id = i.id
  left join (select d.invoice_line_id, sum(d.net) as net, sum(d.total) as total
    from receivables.credit_note c
    join receivables.credit_note_line d on d.company_id = $1 and d.credit_note_id = c.id
    where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and c.kind = 'credit'
      and c.status <> 'void' and d.invoice_line_id is not null
    group by d.invoice_line_id) n on n.invoice_line_id = l.id
  where i.company_id = $1 and i.id = any($2::uuid[]) and l.schedule_line_id is not null
  order by i.period_start, i.id, l.position`);

/** As above. Lines of notes that name none of the invoice count as those that do. */
const LEFT = sql(`select x."invoiceId", x."taxedAs", sum(x.net)::bigint as net,
    sum(x.total)::bigint as total
  from (select l.invoice_id as "invoiceId", ${TAXED_AS} as "taxedAs", l.net, l.total
    from receivables.invoice_line l
    where l.company_id = $1 and l.invoice_id = any($2::uuid[])
    union all
    select c.invoice_id, ${TAXED_AS}, -l.net, -l.total
    from receivables.credit_note c
    join receivables.credit_note_line l on l.company_id = $1 and l.credit_note_id = c.id
    where c.company_id = $1 and c.invoice_id = any($2::uuid[]) and c.kind = 'credit'
      and c.status <> 'void') x
  group by x."invoiceId", x."taxedAs"`);

/**
 * The lines of invoices of a schedule whose period reaches to a day or beyond it. Nobody credits
 * or changes these invoices until the transaction ends.
 */
export async function holdBilledLines(
  tx: Tx,
  scheduleId: ScheduleId,
  from: LocalDate,
): Promise<BilledScheduleLines> {
  const { companyId } = tx.ctx;
  const held = await tx.rows<{ readonly id: InvoiceId }>(HOLD, [companyId, scheduleId, from]);
  if (held.length === 0) return { lines: [], left: [] };
  const params = [companyId, held.map(({ id }) => id)];
  const [lines, left] = await Promise.all([
    tx.rows<BilledScheduleLine>(LINES, params),
    tx.rows<LeftOfInvoice>(LEFT, params),
  ]);
  return { lines, left };
}
