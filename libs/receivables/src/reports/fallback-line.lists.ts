import { reach } from '@quittance/access';
import type { ListDefinition } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { FALLBACK_REASONS, type FallbackReason } from '@quittance/tax';
import { INVOICE_STATUSES, isEditable, type InvoiceStatus } from '../invoices/invoice.js';
import { TAX_OF_ACCOUNT } from './tax-of-account.js';

interface Row {
  readonly invoiceId: InvoiceId;
  readonly invoiceNumber: string;
  readonly status: InvoiceStatus;
  readonly lineId: Id<'invoice-line'>;
  readonly position: number;
  readonly description: string;
  readonly reason: FallbackReason;
  readonly currency: Currency;
  readonly net: bigint;
  readonly tax: bigint;
  readonly pricedAt: Instant;
}

/** A line that its engine did not tax, as the API shows it. */
export interface FallbackLineView extends Omit<Row, 'net' | 'tax'> {
  readonly net: string;
  readonly tax: string;
  /** Its invoice may still be taxed anew. */
  readonly recalculable: boolean;
}

/**
 * Lines of invoices in force that their external engine did not tax, by the partial index
 * `invoice_line_fallback_index`.
 */
export const fallbackLineList: ListDefinition<Row, FallbackLineView> = {
  from: `receivables.invoice_line l
    join receivables.invoice i on i.company_id = $1::uuid and i.id = l.invoice_id
      and l.tax_fallback_reason is not null and i.status not in ('void', 'cancelled')`,
  select: `i.id as "invoiceId", i.number as "invoiceNumber", i.status, l.id as "lineId", l.position,
    l.description, l.tax_fallback_reason as reason, i.currency, l.net, l.tax,
    i.updated_at as "pricedAt"`,
  id: 'l.id',
  fields: {
    invoiceId: { sql: 'i.id', type: 'id', shows: { target: 'invoice' }, notNull: true },
    invoiceNumber: { sql: 'i.number', type: 'text', notNull: true },
    status: { sql: 'i.status', type: 'enum', values: INVOICE_STATUSES, notNull: true },
    reason: { sql: 'l.tax_fallback_reason', type: 'enum', values: FALLBACK_REASONS },
    currency: { sql: 'i.currency', type: 'text', notNull: true },
    net: { sql: 'l.net', type: 'money', currency: 'i.currency', notNull: true },
    tax: { sql: 'l.tax', type: 'money', currency: 'i.currency', notNull: true },
    pricedAt: { sql: 'i.updated_at', type: 'instant', notNull: true },
  },
  search: ['i.number', 'l.description'],
  defaultSort: '-pricedAt',
  scope: (ctx, bind) => reach.rows(ctx, TAX_OF_ACCOUNT, 'i', bind),
  map: (row) => ({
    ...row,
    net: formatMinor(row.net, row.currency),
    tax: formatMinor(row.tax, row.currency),
    recalculable: isEditable(row.status),
  }),
};
