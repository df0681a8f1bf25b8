import { reach } from '@quittance/access';
import type { ListDefinition } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { UNDETERMINED_REASONS, type TaxReason } from '@quittance/tax';
import { INVOICE_STATUSES, type InvoiceStatus } from '../invoices/invoice.js';
import { TAX_OF_ACCOUNT } from './tax-of-account.js';

interface Row {
  readonly invoiceId: InvoiceId;
  readonly invoiceNumber: string;
  readonly status: InvoiceStatus;
  readonly lineId: Id<'invoice-line'>;
  readonly position: number;
  readonly description: string;
  readonly taxCode: string | null;
  readonly country: string | null;
  readonly reason: TaxReason;
  readonly currency: Currency;
  readonly net: bigint;
  readonly pricedAt: Instant;
}

/** A line that should be taxed and is not, as the API shows it. */
export interface UndeterminedLineView extends Omit<Row, 'net'> {
  readonly net: string;
}

/**
 * Lines of drafts that keep them from being sent, by the partial index
 * `invoice_line_undetermined_index`.
 */
export const undeterminedLineList: ListDefinition<Row, UndeterminedLineView> = {
  from: `receivables.invoice_line l
    join receivables.invoice i on i.company_id = $1::uuid and i.id = l.invoice_id
      and l.tax_category is null and l.tax_reason is not null
      and i.status not in ('void', 'cancelled')`,
  select: `i.id as "invoiceId", i.number as "invoiceNumber", i.status, l.id as "lineId", l.position,
    l.description, l.tax_code as "taxCode", i.bill_to->'address'->>'country' as country,
    l.tax_reason as reason, i.currency, l.net, i.updated_at as "pricedAt"`,
  id: 'l.id',
  fields: {
    invoiceId: { sql: 'i.id', type: 'id', shows: { target: 'invoice' }, notNull: true },
    invoiceNumber: { sql: 'i.number', type: 'text', notNull: true },
    status: { sql: 'i.status', type: 'enum', values: INVOICE_STATUSES, notNull: true },
    taxCode: { sql: 'l.tax_code', type: 'text' },
    reason: { sql: 'l.tax_reason', type: 'enum', values: UNDETERMINED_REASONS },
    currency: { sql: 'i.currency', type: 'text', notNull: true },
    net: { sql: 'l.net', type: 'money', currency: 'i.currency', notNull: true },
    pricedAt: { sql: 'i.updated_at', type: 'instant', notNull: true },
  },
  search: ['i.number', 'l.description'],
  defaultSort: '-pricedAt',
  scope: (ctx, bind) => reach.rows(ctx, TAX_OF_ACCOUNT, 'i', bind),
  map: (row) => ({ ...row, net: formatMinor(row.net, row.currency) }),
};
