import { audit } from '@quittance/audit';
import type { CurrentTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { quotedSellerOf } from '@quittance/lines';
import { allocate, divideRounded, formatMinor, minOf, sumOf } from '@quittance/money';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import type { Order } from '@quittance/sales';
import { recordTaxOfNote, type TaxBasis } from '@quittance/tax';
import { checkCreditNotes } from '../check-books.js';
import { linesToCredit } from '../credit-notes/corrected-invoice.js';
import { newNote } from '../credit-notes/create-credit-note.js';
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
import { taxedNote } from '../credit-notes/taxed-note.js';
import { moveCredits, type CreditMove } from '../credits/move-application.js';
import { changeInvoice } from '../invoices/change-invoice.js';
import { isClosed, isEditable } from '../invoices/invoice.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { insertDeduction, type LockedDeposit } from './order-deposit.repository.js';

/** How much of a deposit an invoice takes: as much as fits, or its part of the order. */
export const DEDUCTIONS = ['first', 'proportional'] as const;
export type Deduction = (typeof DEDUCTIONS)[number];

/** What deposits are deducted with. */
export interface DeductionTools {
  readonly company: CurrentTerms;
  readonly today: LocalDate;
  readonly basis: TaxBasis;
}

/** What deposits are deducted from. */
export interface DeductedFrom {
  readonly order: Pick<Order, 'number' | 'value'>;
  /** The new invoice, of which nothing is settled yet; null leaves what was paid on account. */
  readonly invoice: Invoice | null;
  readonly deduction: Deduction;
  /** Whether nothing is left to invoice: what is left of deposits then stays on account. */
  readonly last: boolean;
}

/**
 * Deducts locked deposits by notes of exactly their net and tax: first from what is unpaid of the
 * deposit, the rest from the invoice. A deposit nobody was sent and nothing is paid of is cancelled
 * instead. Answers whether anything was applied to the invoice.
 */
export async function deductDeposits(
  tx: Tx,
  deposits: readonly LockedDeposit[],
  from: DeductedFrom,
  tools: DeductionTools,
): Promise<boolean> {
  for (const { invoice, lines, noted } of deposits) {
    if (!isUntouched(invoice, noted)) continue;
    const change = { status: 'cancelled', balance: 0n, closedAt: tx.ctx.now } as const;
    const kind = 'invoice.cancelled';
    changeInvoice(tx, { invoice, lines, today: tools.today }, change, {
      event: kind,
      action: kind,
    });
  }
  const parts = partsOf(deposits, from);
  if (parts.length === 0) return false;
  const fresh = parts.flatMap(({ deposit, amount }): DepositPart[] => {
    const left = amount - freeOf(deposit);
    return left > 0n ? [{ deposit, amount: left }] : [];
  });
  const made = await storeNotes(tx, fresh, from, tools);
  const moves = movesOf(parts, made, from.invoice);
  await moveCredits(tx, moves, tools.today);
  return moves.some(({ invoice }) => invoice === from.invoice);
}

/** What is free of notes that have deducted a deposit before, in minor units. */
function freeOf({ freed }: Pick<LockedDeposit, 'freed'>): bigint {
  return sumOf(freed.map(({ remaining }) => remaining));
}

/**
 * Where the credit of deposits goes: what is free again first, then the new note, of each first to
 * what is unpaid of the deposit itself. Pure.
 */
function movesOf(
  parts: readonly DepositPart[],
  made: ReadonlyMap<LockedDeposit, CreditNote>,
  invoice: Invoice | null,
): CreditMove[] {
  let room = invoice?.total ?? 0n;
  return parts.flatMap(({ deposit, amount }) => {
    const note = made.get(deposit);
    let [left, unpaid] = [amount, deposit.invoice.balance];
    return [...deposit.freed, ...(note ? [note] : [])].flatMap((each): CreditMove[] => {
      const taken = minOf(left, each.remaining);
      const own = minOf(unpaid, taken);
      const rest = minOf(taken - own, room);
      [left, unpaid, room] = [left - taken, unpaid - own, room - rest];
      const moves: CreditMove[] = [];
      if (own > 0n) moves.push({ note: each, invoice: deposit.invoice, amount: own });
      if (invoice && rest > 0n) moves.push({ note: each, invoice, amount: rest });
      return moves;
    });
  });
}

/** A note for each of these parts. */
async function storeNotes(
  tx: Tx,
  parts: readonly DepositPart[],
  from: DeductedFrom,
  tools: DeductionTools,
): Promise<ReadonlyMap<LockedDeposit, CreditNote>> {
  const made = new Map<LockedDeposit, CreditNote>();
  if (parts.length === 0) return made;
  const issueDates = parts.map(({ deposit }) => later(tools.today, deposit.invoice.issueDate));
  const rules = await readNumberingRules(tx, 'credit-note');
  const numbers = await assignNumbers(tx, 'credit-note', issueDates, rules);
  for (const [i, { deposit, amount }] of parts.entries()) {
    const number = numbers[i];
    if (!number) throw new RangeError('The credit note was given no number');
    const part = { deposit, amount, number, issueDate: issueDates[i] };
    made.set(deposit, await storeNote(tx, part, from, tools));
  }
  return made;
}

/** A part of a deposit that is deducted, in minor units of its gross. */
export interface DepositPart {
  readonly deposit: LockedDeposit;
  readonly amount: bigint;
}

/** Nobody was sent it, nothing is paid of it, and no note has deducted it before. */
const isUntouched = ({ status }: Invoice, noted: bigint): boolean =>
  isEditable(status) && noted === 0n;

/**
 * How much of which deposit is deducted: in their order, no more than the invoice comes to; where
 * nothing is left to invoice all of it, and what the invoice does not take stays on account. Pure.
 */
export function partsOf(
  deposits: readonly LockedDeposit[],
  { order, invoice, deduction, last }: DeductedFrom,
): DepositPart[] {
  let room = invoice?.total;
  return deposits.flatMap((deposit): DepositPart[] => {
    const { status, total } = deposit.invoice;
    if (isEditable(status) || isClosed(status)) return [];
    const left = total - deposit.noted + freeOf(deposit);
    const share =
      invoice && deduction === 'proportional' && order.value > 0n
        ? divideRounded(total * invoice.total, order.value)
        : left;
    const amount = last ? left : minOf(minOf(left, share), room ?? left);
    if (amount <= 0n) return [];
    if (room !== undefined) room -= amount;
    return [{ deposit, amount }];
  });
}

interface NewDeduction extends DepositPart {
  readonly number: Parameters<typeof newNote>[1];
  readonly issueDate: LocalDate | undefined;
}

async function storeNote(
  tx: Tx,
  { deposit, amount, number, issueDate }: NewDeduction,
  { order, invoice }: DeductedFrom,
  { company, basis, today }: DeductionTools,
): Promise<CreditNote> {
  const { invoice: paid } = deposit;
  const { currency, billTo } = paid;
  const buyer = { id: paid.accountId, ...billTo };
  const terms = { currency, pricesIncludeTax: paid.pricesIncludeTax, issueDate: paid.issueDate };
  const id = newId<'credit-note'>();
  const lines = linesFor(deposit, amount);
  const seller = quotedSellerOf(company, basis);
  const corrected = { invoice: paid, lines: deposit.lines, credited: deposit.credited };
  const priced = priceCreditNote(id, terms, seller, buyer, corrected, lines);
  if (priced.total !== amount) throw new RangeError('A deposit is deducted to the minor unit');
  const why = invoice ? `deducted from invoice ${invoice.number}` : 'left on account';
  const note: CreditNote = {
    ...newNote(tx, number, priced),
    id,
    status: 'issued',
    issuedAt: tx.ctx.now,
    accountId: paid.accountId,
    invoiceId: paid.id,
    currency,
    issueDate: issueDate ?? today,
    reason: `Deposit ${paid.number} on order ${order.number} ${why}`,
    reopenOrder: false,
    pricesIncludeTax: paid.pricesIncludeTax,
    taxRounding: paid.taxRounding,
    billTo,
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
