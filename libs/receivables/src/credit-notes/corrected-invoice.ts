import { discountOf } from '@quittance/lines';
import { formatMinor, trimDecimal } from '@quittance/money';
import { invalidField, type Id } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import {
  accountMismatch,
  creditExceedsInvoice,
  currencyMismatch,
  invoiceStatusConflict,
} from '../receivables.errors.js';
import { isClosed, isEditable } from '../invoices/invoice.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import type { CreditNote } from './credit-note.repository.js';
import {
  creditedLine,
  type CorrectedInvoice,
  type CreditNoteLineDraft,
  type CreditNoteLineInput,
  type KeptNoteLine,
} from './price-credit-note.js';
import { refuseOtherTax } from '../credits/taxed-alike.js';

/**
 * Refuses an invoice that a note cannot refer to: one whose lines still change, or that is owed no
 * more.
 * @throws DomainError invoice_status_conflict
 */
export function refuseUncreditable({ status }: Pick<Invoice, 'status'>): void {
  if (isEditable(status) || isClosed(status)) {
    throw invoiceStatusConflict({ status, operation: 'credit' });
  }
}

/**
 * A note is never dated before what it corrects.
 * @throws DomainError validation_failed
 */
export function refuseBeforeInvoice(
  invoice: Pick<Invoice, 'issueDate'> | null,
  issueDate: LocalDate,
): void {
  if (!invoice || issueDate >= invoice.issueDate) return;
  const message = `must not be before the invoice, ${invoice.issueDate}`;
  throw invalidField('/issueDate', 'min', message);
}

/** @throws DomainError account_mismatch, currency_mismatch */
export function refuseForeign(
  invoice: Pick<Invoice, 'number' | 'accountId' | 'currency'>,
  note: Partial<Pick<CreditNote, 'accountId' | 'currency'>>,
): void {
  const { number, currency } = invoice;
  if (note.accountId !== undefined && note.accountId !== invoice.accountId) {
    throw accountMismatch({ number });
  }
  if (note.currency !== undefined && note.currency !== currency) {
    const object = `invoice ${number}`;
    throw currencyMismatch({ object, expected: currency, given: note.currency });
  }
}

/**
 * Keeps all notes of an invoice, drafts included, within its total.
 * @param others what the other notes that refer to it come to
 * @throws DomainError credit_exceeds_invoice
 */
export function refuseAboveInvoice(
  { number, total, currency }: Pick<Invoice, 'number' | 'total' | 'currency'>,
  others: bigint,
  note: bigint,
): void {
  const left = total - others;
  if (note <= left) return;
  throw creditExceedsInvoice({
    number,
    total: formatMinor(note, currency),
    left: formatMinor(left, currency),
    currency,
  });
}

/**
 * The lines of an invoice that are to be credited: all of them, or those that are named.
 * @throws DomainError validation_failed
 */
export function linesToCredit(
  { invoice, lines }: CorrectedInvoice,
  named: readonly Id<'invoice-line'>[] | undefined,
): KeptNoteLine[] {
  const unknown = named?.findIndex((id) => !lines.some((line) => line.id === id)) ?? -1;
  if (unknown >= 0) throw noSuchLine(`/invoiceLineIds/${unknown}`);
  return lines
    .filter(({ id }) => named?.includes(id) ?? true)
    .map((line) => creditedLine(line, invoice.currency));
}

/** What a line says of the one it corrects. */
type Correcting = Pick<CreditNoteLineInput, 'invoiceLineId'> &
  Partial<Pick<CreditNoteLineInput, 'taxCode' | 'taxRate'>>;

/**
 * Refuses lines that name a line which the invoice does not have, or are to be taxed otherwise than
 * the line they name.
 * @throws DomainError validation_failed
 */
export function refuseUncorrecting(
  corrected: CorrectedInvoice | null,
  lines: readonly Correcting[],
  pointerOf: (line: number) => string = (line) => `/lines/${line}`,
): void {
  for (const [i, line] of lines.entries()) {
    if (line.invoiceLineId === null) continue;
    const source = corrected?.lines.find(({ id }) => id === line.invoiceLineId);
    if (!source) throw noSuchLine(`${pointerOf(i)}/invoiceLineId`);
    refuseOtherTax(line, source, pointerOf(i));
  }
}

/**
 * The line as it is priced: one that corrects a line of the invoice and says no price has that of
 * the line, with what was taken off it, and is called as the line is. Pure.
 * @throws DomainError validation_failed where nothing says what is missing, and for a part of a
 *   line that an amount was taken off, of which nobody said how much falls to it
 */
export function asTheLineCorrected(
  corrected: CorrectedInvoice | null,
  draft: CreditNoteLineDraft,
  pointer: string,
): CreditNoteLineInput {
  const source = corrected?.lines.find(({ id }) => id === draft.invoiceLineId);
  const missing = (name: string, message = 'is required') =>
    invalidField(`${pointer}/${name}`, 'required', message);
  const description = draft.description ?? source?.description;
  if (description === undefined) throw missing('description');
  const { productId, periodStart, periodEnd } = draft;
  const period = periodStart === null && periodEnd === null && source;
  const named = {
    ...draft,
    description,
    productId: productId ?? source?.productId ?? null,
    ...(period && { periodStart: period.periodStart, periodEnd: period.periodEnd }),
  };
  if (draft.unitPrice !== null) return { ...named, unitPrice: draft.unitPrice };
  if (!corrected || !source) throw missing('unitPrice');
  const { unitPrice, quantity } = source;
  const discount = draft.discount ?? discountOf(source, corrected.invoice.currency);
  const isPart = trimDecimal(draft.quantity) !== trimDecimal(quantity);
  if (isPart && !draft.discount && source.discountGiven !== null) {
    throw missing('unitPrice', 'is required: an amount was taken off the line of the invoice');
  }
  return { ...named, unitPrice, discount };
}

function noSuchLine(pointer: string): Error {
  return invalidField(pointer, 'reference_not_found', 'The invoice has no such line.');
}
