import type { InvoiceId } from '@quittance/kernel';
import { documentFiles } from '@quittance/lines';
import type { CompanyObject } from '@quittance/metadata';
import { invoiceLineNoun, type InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { keptLine, withoutOwnAdjustments } from '../invoice-lines/price-invoice.js';
import { invoiceNoun, type Invoice } from '../invoices/invoice.description.js';
import { linesOfMany } from '../invoices/invoice.repository.js';

/** What a file of invoices with their lines says. */
export function invoiceShape(object: CompanyObject) {
  return documentFiles.shape({
    name: 'an import of draft invoices',
    head: invoiceNoun,
    line: invoiceLineNoun,
    shares: [],
    own: [],
    bound: ['salesOrderId', 'subscriptionId', 'contractId'],
    custom: documentFiles.customFields(object.fields),
  });
}

/** Invoices with their lines as a file that an import takes back, at the prices that they have. */
export function invoiceFile(object: CompanyObject) {
  const shape = invoiceShape(object);
  return documentFiles.of(shape, async (tx, items) => {
    const heads = items as readonly Pick<Invoice, 'id' | 'currency' | 'adjustments'>[];
    const ids = heads.map(({ id }) => id);
    const byInvoice = new Map<InvoiceId, InvoiceLine[]>();
    for (const line of await linesOfMany(tx, ids)) {
      const own = byInvoice.get(line.invoiceId);
      if (own) own.push(line);
      else byInvoice.set(line.invoiceId, [line]);
    }
    const sold = heads.flatMap((invoice) => {
      const kept = (byInvoice.get(invoice.id) ?? []).map((each) =>
        keptLine(each, invoice.currency),
      );
      return withoutOwnAdjustments(kept).map((line) => ({
        of: invoice.id as string,
        line: { ...line },
      }));
    });
    return documentFiles.soldLines(tx, shape, sold);
  });
}
