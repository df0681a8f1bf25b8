import type { TaxedInvoice } from '@quittance/tax';
import type { LockedInvoice } from './change-invoice.js';
import type { InvoiceLine } from './invoice.repository.js';

/** An invoice as the tax it charges is recorded. */
export function taxedInvoice({ invoice, lines }: LockedInvoice): TaxedInvoice {
  const { id, number, accountId, currency, issueDate, pricesIncludeTax, billTo } = invoice;
  const { subtotal, taxTotal, total } = invoice;
  const facts = { id, number, accountId, currency, issueDate, pricesIncludeTax, billTo };
  return {
    ...facts,
    subtotal,
    taxTotal,
    total,
    fallback: lines.some(({ taxFallbackReason }) => taxFallbackReason !== null),
    lines: () => lines.map((line) => recordedLine(line, pricesIncludeTax)),
  };
}

function recordedLine(line: InvoiceLine, included: boolean) {
  return {
    id: line.id,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    discount: line.discount,
    amount: included ? line.total : line.net,
    taxCode: line.taxCode,
    description: line.description,
    itemCode: line.productId,
    tax: line.tax,
  };
}
