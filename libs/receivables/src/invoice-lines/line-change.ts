import { readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { invalidField, notFound, type Id, type InvoiceId } from '@quittance/kernel';
import type { Taxes } from '@quittance/tax';
import { pointedIntoBody, type Seller, quotedSellerOf } from '@quittance/lines';
import { invoiceNotEditable } from '../receivables.errors.js';
import { readCreditNotes, refuseCreditedLines } from '../credit-notes/notes-of-invoice.js';
import { lockInvoiceToChange, type ChangeNote } from '../invoices/change-invoice.js';
import { isEditable } from '../invoices/invoice.js';
import type { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { refuseOtherOrderedLines } from '../orders/ordered-invoice.js';
import { keptLine, type KeptLine } from './price-invoice.js';
import {
  repriceInvoice,
  storeRepriced,
  type RepricedInvoice,
  type Repricing,
} from './reprice-invoice.js';
import { tellTakenOff } from './rewritten-lines.js';
import { taxDaysOfInvoice } from './tax-day-of-invoice.js';

const NOTE = { event: 'record.updated', action: 'invoice.lines_changed' } as const;

/**
 * Locks an invoice that may still change, changes its lines and prices it again.
 * @throws DomainError not_found, precondition_failed, invoice_not_editable, invoice_lines_credited,
 *   invoice_of_order, validation_failed, invoice_total_negative
 */
export async function changeLines(
  tx: Tx,
  { taxes, fields }: LineTools,
  id: InvoiceId,
  expectedVersion: number | null,
  change: (lines: readonly KeptLine[], invoice: Invoice) => LineChange | Promise<LineChange>,
  note: ChangeNote = NOTE,
): Promise<InvoiceView> {
  const [locked, notes, company, basis] = await tx.locked(
    () => lockInvoiceToChange(tx, id, expectedVersion),
    (behind) => readCreditNotes(behind, id),
    readCompanyTerms,
    (behind) => taxes.load(behind),
  );
  const { invoice, today } = locked;
  const { status, currency } = invoice;
  if (!isEditable(status)) throw invoiceNotEditable({ status, what: 'lines' });
  refuseCreditedLines(notes);
  const before = locked.lines.map((line) => keptLine(line, currency));
  const { lines, about } = await change(before, invoice);
  await refuseOtherOrderedLines(tx, invoice, before, lines);
  const days = await taxDaysOfInvoice(tx, invoice, lines);
  const priced = pricedAnew(invoice, { lines, days }, quotedSellerOf(company, basis), about);
  // The rules of the company are asked about the invoice with the totals that it will have.
  const after = { ...invoice, ...priced.change };
  await fields.read(tx, { before: invoice, after, today });
  if (about !== null) tellTakenOff(tx, invoice, locked.lines, priced.lines[about]);
  return storeRepriced(tx, locked, priced, note);
}

/** What every change of lines works with. */
export interface LineTools {
  readonly taxes: Taxes;
  readonly fields: Pick<InvoiceFields, 'read'>;
}

function pricedAnew(
  invoice: Invoice,
  repricing: Repricing,
  seller: Seller,
  about: number | null,
): RepricedInvoice {
  try {
    return repriceInvoice(invoice, {}, repricing, seller);
  } catch (error) {
    throw pointedIntoBody(error, about);
  }
}

/** The lines after a change, and which of them the request's body describes. */
export interface LineChange {
  readonly lines: readonly KeptLine[];
  readonly about: number | null;
}

/** @throws DomainError not_found, validation_failed */
export function indexOfLine(lines: readonly KeptLine[], id: Id<'invoice-line'>): number {
  const index = lines.findIndex((line) => line.id === id);
  if (index < 0) throw notFound({ object: 'invoice line' });
  if (lines[index]?.adjustment) {
    const message = 'is made of the allowances and charges of the invoice: change those';
    throw invalidField('', 'adjustment', message);
  }
  return index;
}
