import { audit } from '@quittance/audit';
import type { CurrentTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { quotedSellerOf } from '@quittance/lines';
import { allocate, formatMinor, sumOf } from '@quittance/money';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { recordTaxOfNote, type TaxBasis } from '@quittance/tax';
import { checkCreditNotes } from '../check-books.js';
import { linesToCredit } from '../credit-notes/corrected-invoice.js';
import { newNote, referencesOfInvoice } from '../credit-notes/create-credit-note.js';
import {
  addNoted,
  creditNoteLines,
  creditNotes,
  type CreditNote,
} from '../credit-notes/credit-note.repository.js';
import { creditNoteView } from '../credit-notes/credit-note.view.js';
import {
  creditedLine,
  priceCreditNote,
  type KeptNoteLine,
} from '../credit-notes/price-credit-note.js';
import { taxedNote } from '../credits/taxed-note.js';
import { insertDeduction, type LockedDeposit } from './deposit.repository.js';

/** What deposits are deducted with. */
export interface DeductionTools {
  readonly company: CurrentTerms;
  readonly today: LocalDate;
  readonly basis: TaxBasis;
}

/** A part of a deposit that is credited, in minor units of its gross, and what for. */
export interface CreditedDeposit {
  readonly deposit: LockedDeposit;
  readonly amount: bigint;
  /** Behind "Deposit INV-000001". */
  readonly why: string;
}

/** Credits a part of each of these deposits by an issued note of exactly its net and tax. */
export async function storeDepositNotes(
  tx: Tx,
  parts: readonly CreditedDeposit[],
  tools: DeductionTools,
): Promise<ReadonlyMap<LockedDeposit, CreditNote>> {
  const made = new Map<LockedDeposit, CreditNote>();
  if (parts.length === 0) return made;
  const issueDates = parts.map(({ deposit }) => later(tools.today, deposit.invoice.issueDate));
  const rules = await readNumberingRules(tx, 'credit-note');
  const numbers = await assignNumbers(tx, 'credit-note', issueDates, rules);
  for (const [i, part] of parts.entries()) {
    const number = numbers[i];
    if (!number) throw new RangeError('The credit note was given no number');
    const numbered = { ...part, number, issueDate: issueDates[i] };
    made.set(part.deposit, await storeNote(tx, numbered, tools));
  }
  return made;
}

interface NewDeduction extends CreditedDeposit {
  readonly number: Parameters<typeof newNote>[1];
  readonly issueDate: LocalDate | undefined;
}

async function storeNote(
  tx: Tx,
  { deposit, amount, why, number, issueDate }: NewDeduction,
  { company, basis, today }: DeductionTools,
): Promise<CreditNote> {
  const { invoice: paid } = deposit;
  const { currency, billTo } = paid;
  const buyer = { id: paid.accountId, ...billTo };
  const { pricesIncludeTax, issueDate: taxDate } = paid;
  const terms = { currency, pricesIncludeTax, taxDate };
  const id = newId<'credit-note'>();
  const lines = linesFor(deposit, amount);
  const seller = quotedSellerOf(company, basis);
  const corrected = { invoice: paid, lines: deposit.lines, credited: deposit.credited };
  const priced = priceCreditNote(id, terms, seller, buyer, corrected, lines);
  if (priced.total !== amount) throw new RangeError('A deposit is deducted to the minor unit');
  const note: CreditNote = {
    ...newNote(tx, number, priced),
    id,
    status: 'issued',
    issuedAt: tx.ctx.now,
    accountId: paid.accountId,
    invoiceId: paid.id,
    currency,
    issueDate: issueDate ?? today,
    reason: `Deposit ${paid.number} ${why}`,
    reopenOrder: false,
    pricesIncludeTax,
    taxRounding: paid.taxRounding,
    billTo,
    ...referencesOfInvoice(paid),
  };
  tx.later(
    creditNotes.insert(tx, [note]),
    creditNoteLines.insert(tx, priced.lines),
    addNoted(tx, paid.id, note.total),
    insertDeduction(tx, note.id, paid.id),
    checkCreditNotes(tx, [note.id]),
  );
  const record = { object: 'credit-note', recordId: note.id };
  const data = creditNoteView(note);
  emit(tx, { ...record, type: 'record.created', data });
  emit(tx, { ...record, type: 'credit_note.issued', data });
  audit(tx, { ...record, action: 'credit_note.created', after: data });
  audit(tx, {
    ...record,
    action: 'credit_note.issued',
    before: { status: 'draft' },
    after: { status: 'issued' },
  });
  await recordTaxOfNote(tx, taxedNote(note, paid.id, priced.lines));
  return note;
}

/** The lines of a deposit as they are, or of each the part that its rest is of all that is left. */
function linesFor(
  { invoice, lines, credited, noted }: LockedDeposit,
  amount: bigint,
): KeptNoteLine[] {
  const corrected = { invoice, lines, credited };
  if (noted === 0n && amount === invoice.total) return linesToCredit(corrected, undefined);
  const left = lines.map((line) => {
    const gone = credited.filter(({ invoiceLineId }) => invoiceLineId === line.id);
    return line.total - sumOf(gone.map(({ total }) => total));
  });
  return allocate(amount, left).flatMap((part, i): KeptNoteLine[] => {
    const line = lines[i];
    if (!line || part === 0n) return [];
    const unitPrice = formatMinor(part, invoice.currency);
    return [{ ...creditedLine(line, invoice.currency), quantity: '1', unitPrice, discount: null }];
  });
}

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b);
