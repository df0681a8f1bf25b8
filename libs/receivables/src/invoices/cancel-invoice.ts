import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { readStandingNotes, refuseWithNotes } from '../credit-notes/notes-of-invoice.js';
import { givenUp } from '../credits/given-up.js';
import { changeInvoice, lockInvoiceToChange } from './change-invoice.js';
import { statusAfter } from './invoice.js';
import { giveBackInvoice } from '../orders/give-back.js';
import type { InvoiceView } from './invoice.view.js';

/** Gives up an invoice that nobody outside has seen. It keeps its number. */
@Injectable()
export class CancelInvoice {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, invoice_status_conflict, invoice_has_payments,
   *   invoice_has_credit_notes
   */
  execute(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    return this.db.write(ctx, (tx) => cancelDraft(tx, id));
  }
}

/** The same within a transaction. */
export async function cancelDraft(tx: Tx, id: InvoiceId): Promise<InvoiceView> {
  const [locked, notes] = await tx.locked(
    () => lockInvoiceToChange(tx, id),
    (behind) => readStandingNotes(behind, id),
  );
  const status = statusAfter(locked.invoice, 'cancel', locked.today);
  refuseWithNotes(notes);
  await giveBackInvoice(tx, locked.invoice);
  tx.later(givenUp, id);
  const note = { event: 'invoice.cancelled', action: 'invoice.cancelled' } as const;
  return changeInvoice(tx, locked, { status, balance: 0n, closedAt: tx.ctx.now }, note);
}
