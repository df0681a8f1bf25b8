import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms, refuseDisabled } from '@quittance/company';
import { holdBillingAccounts } from '@quittance/crm';
import { type Tx } from '@quittance/database';
import { invalidField, newId, type Ctx, type Id, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { DraftOf } from '@quittance/nouns';
import { assignNumbers, readNumberingRules, type AssignedNumber } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import {
  type Buyer,
  type DocumentAdjustment,
  type LineProducts,
  productsOf,
  quotedSellerOf,
  billToOf,
  buyerOf,
} from '@quittance/lines';
import { checkCreditNotes } from '../check-books.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { taxDaysOfNote } from '../invoice-lines/tax-day-of-invoice.js';
import { refuseTooManyLines } from '../invoices/invoice.js';
import { findLockedInvoice, linesOf, type Invoice } from '../invoices/invoice.repository.js';
import {
  asTheLineCorrected,
  linesToCredit,
  refuseAboveInvoice,
  refuseBeforeInvoice,
  refuseForeign,
  refuseUncreditable,
  refuseUncorrecting,
} from './corrected-invoice.js';
import {
  creditNoteNoun,
  type CreditNote,
  type creditNoteMembers,
} from './credit-note.description.js';
import { creditNoteDetail, type CreditNoteDetail } from './credit-note.queries.js';
import {
  addNoted,
  creditNoteLines,
  creditNotes,
  readCredited,
  readNoted,
} from './credit-note.repository.js';
import { creditNoteView } from './credit-note.view.js';
import { creditedByHand } from '../credits/credited-by-hand.js';
import { adjustedNote, refuseBeyondNote, refuseMixedNote } from './adjusted-note.js';
import {
  newNoteLine,
  priceCreditNote,
  type CorrectedInvoice,
  type CreditNoteLineDraft,
  type KeptNoteLine,
  type PricedCreditNote,
} from './price-credit-note.js';
import { refuseAboveTaxes, taxWithin } from './tax-within.js';

/** A credit note as a person writes it. What is absent takes the default it names. */
export interface CreditNoteDraft extends Readonly<DraftOf<typeof creditNoteMembers>> {
  /** The lines of the invoice, or those of them that are named; none without an invoice. */
  readonly lines?: readonly CreditNoteLineDraft[];
  readonly invoiceLineIds?: readonly Id<'invoice-line'>[];
  /** Of the whole note: each makes a line of its own behind the others. */
  readonly adjustments?: readonly DocumentAdjustment[] | null;
}

/** Who is credited and how that is priced. */
interface Basis {
  readonly corrected: CorrectedInvoice | null;
  readonly buyer: Buyer;
  readonly billTo: CreditNote['billTo'];
  /** Null where nothing says it. */
  readonly currency: Currency | null;
  readonly noted: bigint;
  /** What the invoice or the account says of whom it goes to, and by whose rules. */
  readonly said: Pick<CreditNote, 'buyerReference' | 'eInvoiceProfile'>;
}

/** Writes a draft credit note: priced, taxed and numbered in one transaction. */
@Injectable()
export class CreateCreditNote {
  constructor(private readonly taxes: TaxQuotes) {}

  /**
   * @throws DomainError validation_failed, account_mismatch, currency_mismatch,
   *   invoice_status_conflict, credit_exceeds_invoice, credit_exceeds_line,
   *   credit_exceeds_tax, credit_note_total_negative, tax_code_unknown, tax_inputs_changing,
   *   currency_not_enabled, record_awaits_approval
   */
  execute(ctx: Ctx, draft: CreditNoteDraft): Promise<CreditNoteDetail> {
    return this.taxes.write(ctx, (tx, taxes) => draftCreditNote(tx, taxes, draft));
  }
}

/**
 * The same within a transaction. What the system credits by itself waits for no approval.
 * @param options.taxWithinInvoice tax is no more than is left of that of the invoice
 */
export async function draftCreditNote(
  tx: Tx,
  taxes: Taxes,
  draft: CreditNoteDraft,
  { taxWithinInvoice = false } = {},
): Promise<CreditNoteDetail> {
  const [company, basis, tax, rules, products] = await Promise.all([
    readCompanyTerms(tx),
    draft.invoiceId ? ofInvoice(tx, draft, draft.invoiceId) : ofAccount(tx, draft),
    taxes.load(tx),
    readNumberingRules(tx, 'credit-note'),
    productsOf(tx, draft.lines ?? []),
  ]);
  const { corrected, noted } = basis;
  if (corrected && !taxWithinInvoice) await refuseAwaitingInvoices(tx, [corrected.invoice]);
  const currency = draft.currency ?? basis.currency ?? company.baseCurrency;
  // What was invoiced may always be credited.
  if (!corrected) refuseDisabled(company, currency);
  const issueDate = draft.issueDate ?? companyToday(company, tx.ctx.now);
  refuseBeforeInvoice(corrected?.invoice ?? null, issueDate);
  const pricesIncludeTax = pricesIncludeTaxOf(draft, corrected);
  const written = linesOfDraft(draft, corrected, products);
  const seller = quotedSellerOf(company, tax);
  const id = newId<'credit-note'>();
  const references = referencesOf(draft, basis);
  const { deliveryAddress, deliveryDate } = references;
  const dates = { issueDate, deliveryDate };
  const days = await taxDaysOfNote(tx, dates, corrected?.invoice, written);
  const terms = { currency, pricesIncludeTax, ...days, deliveryAddress };
  const basisOf = { currency, seller, corrected };
  const { lines, priced: alone } = adjustedNote(written, draft.adjustments ?? [], basisOf, (all) =>
    priceCreditNote(id, terms, seller, basis.buyer, corrected, all),
  );
  refuseTooManyLines(lines.length);
  refuseMixedNote(lines, alone, basisOf);
  refuseBeyondNote(lines, alone, basisOf);
  const isWithin = corrected && taxWithinInvoice;
  const priced = isWithin ? taxWithin(alone, corrected, corrected.invoice.total - noted) : alone;
  if (corrected) refuseAboveInvoice(corrected.invoice, noted, priced.total);
  if (corrected && !taxWithinInvoice) {
    refuseAboveTaxes(corrected, priced.lines, lines.length - written.length);
    tx.later(creditedByHand, corrected.invoice.id);
  }
  const [number] = await assignNumbers(tx, 'credit-note', [issueDate], rules);
  if (!number) throw new RangeError('The credit note was given no number');
  const note: CreditNote = {
    ...newNote(tx, number, priced),
    id,
    accountId: draft.accountId,
    invoiceId: corrected?.invoice.id ?? null,
    currency,
    issueDate,
    reason: draft.reason,
    reopenOrder: draft.reopenOrder ?? false,
    pricesIncludeTax,
    taxRounding: corrected?.invoice.taxRounding ?? company.taxRounding,
    billTo: basis.billTo,
    ...references,
  };
  return store(tx, note, priced);
}

type NoteReferences = Partial<
  Pick<
    CreditNoteDraft,
    | 'buyerReference'
    | 'eInvoiceProfile'
    | 'paymentTerms'
    | 'poNumber'
    | 'contractReference'
    | 'deliveryDate'
    | 'deliveryAddress'
  >
>;

type SaidOfInvoice = Pick<Basis, 'said'> & {
  readonly corrected: { readonly invoice: Invoice } | null;
};

/** What a note says of its business, else what the invoice that it corrects does. */
function referencesOf(draft: NoteReferences, { corrected, said }: SaidOfInvoice) {
  const { invoice } = corrected ?? {};
  return {
    buyerReference: draft.buyerReference ?? said.buyerReference,
    eInvoiceProfile: draft.eInvoiceProfile ?? said.eInvoiceProfile,
    // Those of the account are about paying, which nobody has to.
    paymentTerms: draft.paymentTerms ?? null,
    poNumber: draft.poNumber ?? invoice?.poNumber ?? null,
    contractReference: draft.contractReference ?? invoice?.contractReference ?? null,
    deliveryDate: draft.deliveryDate ?? invoice?.deliveryDate ?? null,
    deliveryAddress: draft.deliveryAddress ?? invoice?.deliveryAddress ?? null,
  };
}

/** What a note says of its business that corrects an invoice and says nothing itself. */
export function referencesOfInvoice(invoice: Invoice) {
  return referencesOf({}, { corrected: { invoice }, said: invoice });
}

async function ofInvoice(
  tx: Tx,
  { accountId, currency }: CreditNoteDraft,
  id: InvoiceId,
): Promise<Basis> {
  const [invoice, lines, noted, credited] = await tx.locked(
    () => findLockedInvoice(tx, id),
    (behind) => linesOf(behind, id),
    (behind) => readNoted(behind, id),
    (behind) => readCredited(behind, id),
  );
  if (!invoice)
    throw invalidField('/invoiceId', 'reference_not_found', 'There is no such invoice.');
  refuseForeign(invoice, { accountId, currency });
  refuseUncreditable(invoice);
  const { billTo } = invoice;
  const buyer = buyerOf(accountId, billTo);
  return {
    corrected: { invoice, lines, credited },
    buyer,
    billTo,
    currency: invoice.currency,
    noted,
    said: invoice,
  };
}

/** An account that is no longer billed can still be credited. */
async function ofAccount(tx: Tx, { accountId }: CreditNoteDraft): Promise<Basis> {
  const account = (await holdBillingAccounts(tx, [accountId])).get(accountId);
  if (!account)
    throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
  const billTo = billToOf(account);
  return {
    corrected: null,
    buyer: account,
    billTo,
    currency: account.currency,
    noted: 0n,
    said: account,
  };
}

function pricesIncludeTaxOf(
  { pricesIncludeTax }: CreditNoteDraft,
  corrected: CorrectedInvoice | null,
): boolean {
  if (!corrected) return pricesIncludeTax ?? false;
  const ofInvoice = corrected.invoice.pricesIncludeTax;
  if (pricesIncludeTax === undefined || pricesIncludeTax === ofInvoice) return ofInvoice;
  throw invalidField('/pricesIncludeTax', 'state', 'is that of the invoice');
}

function linesOfDraft(
  { lines, invoiceLineIds }: CreditNoteDraft,
  corrected: CorrectedInvoice | null,
  products: LineProducts,
): KeptNoteLine[] {
  if (lines && invoiceLineIds) {
    throw invalidField('/invoiceLineIds', 'conflict', 'cannot be given together with lines');
  }
  if (invoiceLineIds && !corrected) {
    throw invalidField('/invoiceLineIds', 'required', 'needs the invoice they are lines of');
  }
  if (!lines) return corrected ? linesToCredit(corrected, invoiceLineIds) : [];
  refuseTooManyLines(lines.length);
  refuseUncorrecting(corrected, lines);
  return lines.map((line, i) =>
    newNoteLine(asTheLineCorrected(corrected, line, `/lines/${i}`), products, corrected),
  );
}

/** What every note of people and orders begins with. */
export function newNote({ ctx }: Tx, number: AssignedNumber, priced: PricedCreditNote) {
  const { subtotal, taxTotal, total } = priced;
  return {
    ...creditNoteNoun.empty,
    version: 1,
    number: number.number,
    numberPeriod: number.period,
    numberSeq: number.seq,
    kind: 'credit',
    status: 'draft',
    subtotal,
    taxTotal,
    total,
    appliedAmount: 0n,
    refundedAmount: 0n,
    remaining: total,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  } as const;
}

function store(tx: Tx, note: CreditNote, priced: PricedCreditNote): Promise<CreditNoteDetail> {
  tx.later(creditNotes.insert(tx, [note]), creditNoteLines.insert(tx, priced.lines));
  if (note.invoiceId) tx.later(addNoted(tx, note.invoiceId, note.total));
  tx.later(checkCreditNotes(tx, [note.id]));
  const record = { object: 'credit-note', recordId: note.id };
  const data = creditNoteView(note);
  emit(tx, { ...record, type: 'record.created', data });
  audit(tx, { ...record, action: 'credit_note.created', after: data });
  return creditNoteDetail(tx, note.id);
}
