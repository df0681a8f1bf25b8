import { formatMinor } from '@quittance/money';
import { documentLineView } from '../invoices/invoice.view.js';
import type { CreditNote, CreditNoteLine } from './credit-note.repository.js';

/** A credit note as the API and events show it. */
export function creditNoteView(note: CreditNote) {
  const amount = (minor: bigint) => formatMinor(minor, note.currency);
  return {
    id: note.id,
    version: note.version,
    number: note.number,
    kind: note.kind,
    status: note.status,
    accountId: note.accountId,
    invoiceId: note.invoiceId,
    paymentId: note.paymentId,
    providerPaymentId: note.providerPaymentId,
    currency: note.currency,
    issueDate: note.issueDate,
    reason: note.reason,
    billTo: note.billTo,
    pricesIncludeTax: note.pricesIncludeTax,
    taxRounding: note.taxRounding,
    subtotal: amount(note.subtotal),
    taxTotal: amount(note.taxTotal),
    total: amount(note.total),
    appliedAmount: amount(note.appliedAmount),
    refundedAmount: amount(note.refundedAmount),
    remaining: amount(note.remaining),
    voidReason: note.voidReason,
    issuedAt: note.issuedAt,
    voidedAt: note.voidedAt,
    createdAt: note.createdAt,
    updatedAt: note.updatedAt,
  };
}

export type CreditNoteView = ReturnType<typeof creditNoteView>;

/** A line of a credit note as the API shows it. */
export function creditNoteLineView(line: CreditNoteLine, currency: string) {
  const { id, invoiceLineId } = line;
  return { id, invoiceLineId, ...documentLineView(line, currency) };
}
