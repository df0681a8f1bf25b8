import { Injectable } from '@nestjs/common';
import type { DocumentLanguage } from '@quittance/company';
import { Database, sql } from '@quittance/database';
import type { PrintableInvoice, PrintableReceipt } from '@quittance/documents';
import { notFound, type CreditNoteId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { findCreditNote, linesOfNote } from '../credit-notes/credit-note.repository.js';
import { taxDaysOfInvoice, taxDaysOfNote } from '../invoice-lines/tax-day-of-invoice.js';
import { printFacts } from './print-facts.js';
import { printableCreditNote } from './printable-credit-note.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { linesOf } from '../invoices/invoice.repository.js';
import type { PaymentId } from '../payments/payment-id.js';
import { holdsMoney } from '../payments/payment.js';
import { payments, type Payment } from '../payments/payment.repository.js';
import { paymentNotCompleted } from '../receivables.errors.js';
import { isDeposit } from '../orders/order-deposit.repository.js';
import { printedDeductions } from '../deposits/printed-deductions.js';
import { disputedAmount } from '../disputes/dispute.js';
import { PaymentLinks } from './payment-links.port.js';
import { printableInvoice } from './printable-invoice.js';
import { printableReceipt, type SettledByPayment } from './printable-receipt.js';

export interface PrintOptions {
  /** That of the company's documents when absent. */
  readonly language?: DocumentLanguage | null;
}

/** Reads documents as they are printed. Reading changes nothing: no invoice is viewed by it. */
@Injectable()
export class PrintableQueries {
  constructor(
    private readonly db: Database,
    private readonly links: PaymentLinks,
  ) {}

  /** @throws DomainError not_found */
  invoice(ctx: Ctx, id: InvoiceId, options: PrintOptions = {}): Promise<PrintableInvoice> {
    return this.db.read(ctx, async (tx) => {
      const [invoice, lines] = await Promise.all([findInvoice(tx, id), linesOf(tx, id)]);
      if (!invoice) throw notFound({ object: 'invoice' });
      const [facts, paymentLink, deposit, days, deductions] = await Promise.all([
        printFacts(tx, invoice.accountId, options),
        this.links.liveLink(tx, id, invoice.balance - disputedAmount(invoice)),
        isDeposit(tx, id),
        taxDaysOfInvoice(tx, invoice, lines),
        printedDeductions(tx, id),
      ]);
      const printable = printableInvoice(invoice, lines, { paymentLink, days }, facts);
      return {
        ...printable,
        ...(deposit ? { deposit } : {}),
        ...(deductions.length > 0 ? { deductions } : {}),
      };
    });
  }

  /** @throws DomainError not_found */
  creditNote(ctx: Ctx, id: CreditNoteId, options: PrintOptions = {}): Promise<PrintableInvoice> {
    return this.db.read(ctx, async (tx) => {
      const [note, lines] = await Promise.all([findCreditNote(tx, id), linesOfNote(tx, id)]);
      if (!note) throw notFound({ object: 'credit note' });
      const [facts, invoice] = await Promise.all([
        printFacts(tx, note.accountId, options),
        note.invoiceId ? findInvoice(tx, note.invoiceId) : undefined,
      ]);
      const billTo = note.billTo ?? facts.account;
      const corrected = invoice ?? null;
      const days = await taxDaysOfNote(tx, note, corrected, lines);
      return printableCreditNote(note, lines, { billTo, invoice: corrected, days }, facts);
    });
  }

  /**
   * That a payment has come, and what it was for.
   * @throws DomainError not_found, payment_not_completed
   */
  receipt(ctx: Ctx, id: PaymentId, options: PrintOptions = {}): Promise<PrintableReceipt> {
    return this.db.read(ctx, async (tx) => {
      const params = [ctx.companyId, id];
      const [payment, settled] = await Promise.all([
        tx.maybe<Payment>(FIND_PAYMENT, params),
        tx.rows<SettledByPayment>(SETTLED_BY, params),
      ]);
      if (!payment) throw notFound({ object: 'payment' });
      const { status } = payment;
      if (!holdsMoney(status)) throw paymentNotCompleted({ status });
      const facts = await printFacts(tx, payment.accountId, options);
      return printableReceipt(payment, settled, facts.account, facts);
    });
  }
}

const FIND_PAYMENT = sql(`
  select ${payments.select('p')} from receivables.payment p where p.company_id = $1 and p.id = $2`);

/** What it settled when it was booked; what a refund took back since is told beside it. */
const SETTLED_BY = sql(`
  select i.number, a.applied_on as date, a.amount
  from receivables.payment_allocation a
  join receivables.invoice i on i.company_id = $1 and i.id = a.invoice_id
  where a.company_id = $1 and a.payment_id = $2 and a.refund_id is null
  order by a.id`);
