import type { InvoiceId } from '@quittance/kernel';
import type { MadeDocument } from '@quittance/receivables';
import type { PaidItem, PaidState } from '../paid-items.js';

/** The line of an invoice that asked for an item. */
export function paidLineOf(
  paid: PaidItem,
  invoiceId: InvoiceId,
  { stored, documents }: PaidState,
): MadeDocument['lines'][number] | null {
  const row =
    paid.invoiceId === invoiceId
      ? paid
      : stored.findLast((each) => each.invoiceId === invoiceId && each.itemId === paid.itemId);
  const lines = documents.get(invoiceId)?.lines ?? [];
  return lines.find(({ position }) => position === row?.linePosition) ?? null;
}
