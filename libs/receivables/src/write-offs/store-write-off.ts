import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { checkBooks } from '../check-books.js';
import { changeInvoice, type ChangeNote, type LockedInvoice } from '../invoices/change-invoice.js';
import type { InvoiceStatus } from '../invoices/invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import type { WriteOffKind } from './write-off.entity.js';
import { writeOffs } from './write-off.repository.js';

/** What a person has decided of the rest of an invoice. */
export interface WriteOff {
  readonly kind: WriteOffKind;
  /** Minor units; negative where it is expected again. */
  readonly amount: bigint;
  readonly reason: string;
  readonly status: InvoiceStatus;
  readonly event: ChangeNote['event'];
}

/** Writes the row and the invoice as it is behind it, and proves its books. */
export function storeWriteOff(
  tx: Tx,
  locked: LockedInvoice,
  { kind, amount, reason, status, event }: WriteOff,
): InvoiceView {
  const { invoice, today } = locked;
  const row = {
    id: newId<'write-off'>(),
    invoiceId: invoice.id,
    kind,
    amount,
    reason,
    appliedOn: today,
    createdAt: tx.ctx.now,
  };
  tx.later(writeOffs.insert(tx, [row]));
  const change = {
    status,
    writtenOffAmount: invoice.writtenOffAmount + amount,
    balance: invoice.balance - amount,
  };
  const view = changeInvoice(tx, locked, change, { event, action: event });
  tx.later(checkBooks(tx, { invoices: [invoice.id], payments: [], creditNotes: [] }));
  return view;
}
