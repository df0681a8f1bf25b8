import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { Ctx, Id, InvoiceId } from '@quittance/kernel';
import { parseAmount } from '../parse-amount.js';
import { lockInvoice } from '../invoices/invoice.repository.js';
import { isClosed } from '../invoices/invoice.js';
import { readToday } from '@quittance/company';
import { invoiceStatusConflict, paymentAlreadyRecorded } from '../receivables.errors.js';
import { receivedOn } from './new-payment.js';
import type { PaymentDetail } from './payment.queries.js';
import { recordPayment, type InvoicePayment } from './record-payment.js';

/** The same statement, still waiting; by `payment_pending_index`. */
const SAME = sql(`
  select p.id from receivables.payment p
  where p.company_id = $1 and p.invoice_id = $2 and p.status = 'pending' and p.amount = $3
    and p.received_on = $4 and p.reference is not distinct from $5`);

/** What a customer says of money that they have sent. */
export interface PaymentStatement extends Omit<InvoicePayment, 'pending'> {
  /** Who of the portal says so. */
  readonly portalUserId: Id<'portal-user'>;
}

/**
 * Takes down that a customer says to have paid: pending until staff see the money, and nothing is
 * settled by it. It may be more than is open.
 */
@Injectable()
export class StatePayment {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, payment_already_recorded, invoice_status_conflict,
   *   currency_mismatch, validation_failed, tax_undetermined
   */
  execute(ctx: Ctx, id: InvoiceId, input: PaymentStatement): Promise<PaymentDetail> {
    return this.db.write(ctx, async (tx) => {
      const invoice = await lockInvoice(tx, id);
      const { status, currency } = invoice;
      if (isClosed(status)) throw invoiceStatusConflict({ status, operation: 'pay' });
      const amount = parseAmount(input.amount, currency);
      const day = receivedOn(input, await readToday(tx));
      const same = [ctx.companyId, id, amount, day, input.reference ?? null];
      if (await tx.maybe(SAME, same)) throw paymentAlreadyRecorded();
      return recordPayment(tx, id, { ...input, pending: true });
    });
  }
}
