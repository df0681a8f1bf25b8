import { namedSql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/** Where the lines of an invoice stood and stand: at 0 what was taken off. */
interface MovedLines {
  readonly invoiceId: InvoiceId;
  readonly lines: readonly { readonly wasAt: number; readonly isAt: number }[];
}

const MOVED = {
  values: { invoiceId: 'uuid' },
  rows: { wasAt: 'integer', isAt: 'integer' },
} as const;

/** Schedules that billed by an invoice, or of which it bears a change; by its indexes. */
const OF_INVOICE = `any(array(
       select p.schedule_id from receivables.pub_invoice p
       where p.company_id = :companyId and p.id = :invoiceId and p.schedule_id is not null
       union
       select l.schedule_id from billing.change_line l
       where l.company_id = :companyId and l.invoice_id = :invoiceId))`;

/** Rows follow the line that asked for them; by prefix of the primary key. */
const FOLLOW_ITEMS = namedSql(
  `update billing.billed_item b set line_position = m.is_at
   from :rows as m
   where b.company_id = :companyId and b.schedule_id = ${OF_INVOICE}
     and b.invoice_id = :invoiceId and b.line_position = m.was_at`,
  MOVED,
);

/** The same of usage, which knows the first and the last of its lines. */
const FOLLOW_USAGE = namedSql(
  `update billing.billed_usage u set first_line = m.first, last_line = m.last
   from (select f.schedule_id, f.item_id, f.start_on,
       min(nullif(r.is_at, 0)) as first, max(nullif(r.is_at, 0)) as last
     from billing.billed_usage f
     join :rows as r on r.was_at between f.first_line and f.last_line
     where f.company_id = :companyId and f.schedule_id = ${OF_INVOICE}
       and f.invoice_id = :invoiceId
     group by f.schedule_id, f.item_id, f.start_on) m
   where u.company_id = :companyId and u.schedule_id = m.schedule_id and u.item_id = m.item_id
     and u.start_on = m.start_on`,
  MOVED,
);

/** What is known by the position of a line stays with the line where somebody moves it. */
export async function followLines(tx: Tx, edits: readonly MovedLines[]): Promise<void> {
  for (const { invoiceId, lines } of edits) {
    await FOLLOW_ITEMS.run(tx, { invoiceId, ...FOLLOW_ITEMS.columns(lines) });
    await FOLLOW_USAGE.run(tx, { invoiceId, ...FOLLOW_USAGE.columns(lines) });
  }
}
