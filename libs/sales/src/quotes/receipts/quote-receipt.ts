import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import type { QuoteId } from '../quote.description.js';

/** What whoever has accepted a quote is given: who agreed, when, to what, and its check code. */
export interface QuoteReceipt {
  readonly number: string;
  readonly revision: number;
  readonly at: Instant;
  /** The day of that, where the company is. */
  readonly on: LocalDate;
  readonly name: string;
  readonly title: string | null;
  readonly poNumber: string | null;
  /** Of what was chosen, with tax. */
  readonly total: string;
  readonly currency: Currency;
  /** Of the order that was made of it; null where none was as yet. */
  readonly orderNumber: string | null;
  /** SHA-256 of the receipt, in hex: by it anybody can ask whether it holds. */
  readonly receiptHash: string;
}

/** By primary keys. */
const RECEIPT = sql(`
  select q.number, q.revision, a.at, a.name, a.title, a.po_number as "poNumber",
    q.total as minor, q.currency, o.number as "orderNumber", a.receipt_hash as "receiptHash"
  from sales.quote_acceptance a
  join sales.quote q on q.company_id = $1 and q.id = a.quote_id
  left join sales.sales_order o on o.company_id = $1 and o.id = q.order_id
  where a.company_id = $1 and a.quote_id = $2`);

type Row = Omit<QuoteReceipt, 'total' | 'on'> & { readonly minor: bigint };

/** Null of a quote that nobody has accepted. */
export async function receiptOfQuote(tx: Tx, id: QuoteId): Promise<QuoteReceipt | null> {
  const row = await tx.maybe<Row>(RECEIPT, [tx.ctx.companyId, id]);
  if (!row) return null;
  const { minor, ...said } = row;
  const on = companyToday(await readCompany(tx), said.at);
  return { ...said, on, total: formatMinor(minor, said.currency) };
}
