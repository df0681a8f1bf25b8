import type { LocalDate } from '@quittance/calendar';
import type { RecordedLine, TaxedInvoice } from '@quittance/tax';
import type { LockedInvoice } from '../invoices/change-invoice.js';
import type { InvoiceLine } from '../invoices/invoice.repository.js';

/** An invoice as the tax it charges, by the day of its supply, is recorded. */
export function taxedInvoice(
  { invoice, lines }: Pick<LockedInvoice, 'invoice' | 'lines'>,
  taxDate: LocalDate,
): TaxedInvoice {
  const { id, number, accountId, currency, issueDate, pricesIncludeTax, billTo } = invoice;
  const { subtotal, taxTotal, total, deliveryAddress } = invoice;
  const facts = { id, number, accountId, currency, issueDate, pricesIncludeTax, billTo };
  return {
    ...facts,
    deliveryAddress,
    taxDate,
    subtotal,
    taxTotal,
    total,
    fallback: lines.some(({ taxFallbackReason }) => taxFallbackReason !== null),
    lines: () => lines.map((line) => recordedLine(line, pricesIncludeTax)),
  };
}

type TaxedLine = Pick<
  InvoiceLine,
  | 'quantity'
  | 'unitPrice'
  | 'discountAmount'
  | 'total'
  | 'net'
  | 'taxCode'
  | 'description'
  | 'productId'
  | 'sku'
  | 'tax'
> & { readonly id: string };

/** A line of an invoice or credit note as it is recorded; gross where prices include tax. */
export function recordedLine(line: TaxedLine, included: boolean): RecordedLine {
  return {
    id: line.id,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    discount: line.discountAmount,
    amount: included ? line.total : line.net,
    taxCode: line.taxCode,
    description: line.description,
    itemCode: line.sku ?? line.productId,
    tax: line.tax,
  };
}
