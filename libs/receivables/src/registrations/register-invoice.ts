import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { invoiceRegistered, invoiceStatusConflict } from '../receivables.errors.js';
import { changeInvoice, lockInvoiceToChange } from '../invoices/change-invoice.js';
import { isClosed, isEditable } from '../invoices/invoice.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';
import { isSameRegistration, type InvoiceRegistration } from './irn.js';
import { setIrn } from './irn.repository.js';

const NOTE = { event: 'record.updated', action: 'invoice.registered' } as const;

/** Keeps what India's invoice registration portal answered to an invoice: once, and for good. */
@Injectable()
export class RegisterInvoice {
  constructor(private readonly db: Database) {}

  /**
   * Says what was said before: then nothing changes.
   * @throws DomainError not_found, precondition_failed, invoice_status_conflict,
   *   invoice_registered, irn_taken
   */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    registration: InvoiceRegistration,
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id, expectedVersion);
      const { invoice, lines, today } = locked;
      const { irn: known, status } = invoice;
      if (known) {
        if (!isSameRegistration(known, registration)) throw invoiceRegistered({ irn: known.irn });
        return invoiceView(invoice, lines, today);
      }
      if (isEditable(status) || isClosed(status)) {
        throw invoiceStatusConflict({ status, operation: 'register' });
      }
      await setIrn(tx, { kind: 'invoice', id }, registration);
      return changeInvoice(tx, locked, { irn: registration }, NOTE);
    });
  }
}
