import type { Tx } from '@quittance/database';
import { type PriceTerms, taxDays } from '@quittance/lines';
import type { LocalDate } from '@quittance/calendar';
import type { CreditNote } from '../credit-notes/credit-note.description.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { isDeposit } from '../orders/order-deposit.repository.js';

type DatedInvoice = Pick<Invoice, 'id' | 'issueDate' | 'deliveryDate' | 'periodEnd'>;
type TaxDays = Pick<PriceTerms, 'taxDate' | 'linesIssuedOn'>;
type DatedLines = Parameters<typeof taxDays.all>[1];

/**
 * The days an invoice and its lines are taxed by. What is asked for ahead bears the taxes of its
 * own day, whatever it says of the delivery (Directive 2006/112/EC, article 65).
 */
export async function taxDaysOfInvoice(
  tx: Tx,
  invoice: DatedInvoice,
  lines: DatedLines,
): Promise<TaxDays> {
  const days = taxDays.of(invoice);
  const { issueDate } = invoice;
  if (taxDays.all(days, lines).every((day) => day === issueDate)) return days;
  return (await isDeposit(tx, invoice.id)) ? { taxDate: issueDate } : days;
}

/** The day of the whole, which external engines are told. */
export async function taxDayOfInvoice(tx: Tx, invoice: DatedInvoice): Promise<LocalDate> {
  return (await taxDaysOfInvoice(tx, invoice, [])).taxDate;
}

/**
 * The days a credit note is taxed by: those of the invoice whose taxes it gives back, which may be
 * a deposit; of none those of its own supply.
 */
export function taxDaysOfNote(
  tx: Tx,
  note: Pick<CreditNote, 'issueDate'> & Partial<Pick<CreditNote, 'deliveryDate'>>,
  corrected: DatedInvoice | null | undefined,
  lines: DatedLines,
): TaxDays | Promise<TaxDays> {
  return corrected ? taxDaysOfInvoice(tx, corrected, lines) : taxDays.of(note);
}
