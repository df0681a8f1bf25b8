import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { changeInvoice, lockInvoiceToChange } from '../invoices/change-invoice.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';
import { cancelledRegistration } from './irn.js';
import { replaceIrn } from './irn.repository.js';

/** What is said of a cancellation at the portal. */
export interface CancellationInput {
  readonly reason: string;
  /** Today, in the company's time zone, when absent. */
  readonly cancelledOn?: LocalDate | undefined;
}

const NOTE = { event: 'record.updated', action: 'invoice.registration_cancelled' } as const;

/**
 * Keeps that the registration of an invoice was cancelled at India's portal, whatever its status.
 */
@Injectable()
export class CancelInvoiceRegistration {
  constructor(private readonly db: Database) {}

  /**
   * The same said again changes nothing.
   * @throws DomainError not_found, precondition_failed, registration_missing,
   *   registration_cancelled, validation_failed
   */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    { reason: cancelReason, cancelledOn }: CancellationInput,
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id, expectedVersion);
      const { invoice, lines, today } = locked;
      const cancellation = { cancelledOn: cancelledOn ?? today, cancelReason };
      const irn = cancelledRegistration(invoice.irn, cancellation);
      if (irn === invoice.irn) return invoiceView(invoice, lines, today);
      await replaceIrn(tx, { kind: 'invoice', id }, irn);
      return changeInvoice(tx, locked, { irn }, NOTE);
    });
  }
}
