import { minOf } from '@quittance/money';
import type { Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import type { Taxes } from '@quittance/tax';
import { draftCreditNote, type CreditNoteDraft } from '../credit-notes/create-credit-note.js';
import { issueNote } from '../credit-notes/issue-credit-note.js';
import { lockCredit } from './lock-credit.js';
import { moveCredits } from './move-application.js';

/**
 * Credits a part of an invoice at its own tax: a note that is handed out at once and laid against
 * what is open of the invoice. What is left of it stays with the customer.
 * @throws DomainError as `CreateCreditNote` and `IssueCreditNote`
 */
export async function creditInvoice(
  tx: Tx,
  taxes: Taxes,
  draft: CreditNoteDraft & { readonly invoiceId: InvoiceId },
): Promise<CreditNoteId> {
  const { id } = await draftCreditNote(tx, taxes, draft, { taxWithinInvoice: true });
  await issueNote(tx, id);
  const locked = await lockCredit(tx, id, [draft.invoiceId]);
  const moves = locked.invoices.flatMap((invoice) => {
    const amount = minOf(locked.note.remaining, invoice.balance);
    return amount > 0n ? [{ note: locked.note, invoice, amount }] : [];
  });
  await moveCredits(tx, moves, locked.today);
  return id;
}
