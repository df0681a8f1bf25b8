import type { Tx } from '@quittance/database';
import { DomainError, newId, type CreditNoteId, type Id } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { originalTaxes } from '@quittance/tax';
import {
  type Buyer,
  type LineProduct,
  type LineProducts,
  type PriceTerms,
  type Seller,
  productAfter,
  productOf,
  taxCodeOf,
  withOwnCode,
  discountOf,
  keptProduct,
} from '@quittance/lines';
import { creditNoteTotalNegative, invoiceTotalNegative } from '../receivables.errors.js';
import { checkLinePeriod } from '../invoices/invoice-dates.js';
import type { Invoice, InvoiceLine } from '../invoices/invoice.repository.js';
import {
  priceInvoice,
  writtenLine,
  writtenPart,
  type InvoiceLineInput,
  type PricedInvoice,
} from '../invoice-lines/price-invoice.js';
import { sumsOfLines } from '../proofs/proof-parts.js';
import { RestOfLine, type CreditedLine } from './rest-of-line.js';
import { placeOfNote, placeOfNoteAfter } from './place-of-note.js';
import { taxedAlike } from '../credits/taxed-alike.js';
import type { CreditNote, CreditNoteLine } from './credit-note.repository.js';

/** A line as a person writes it, and which line of the invoice it corrects. */
export interface CreditNoteLineInput extends InvoiceLineInput {
  readonly invoiceLineId: Id<'invoice-line'> | null;
}

/** The same, where what is absent may be that of the line it corrects. */
export type CreditNoteLineDraft = Omit<CreditNoteLineInput, 'description' | 'unitPrice'> & {
  readonly description: string | null;
  readonly unitPrice: string | null;
};

/** A line that keeps its identity while the note is priced again. */
export interface KeptNoteLine extends CreditNoteLineInput {
  readonly id: Id<'credit-note-line'>;
  /** What it took over from its product, or from the line it corrects. */
  readonly product: LineProduct;
}

/** The invoice that a note refers to, with its lines. */
export interface CorrectedInvoice {
  readonly invoice: Invoice;
  readonly lines: readonly InvoiceLine[];
  /** The lines of the other notes that stand, drafts included. */
  readonly credited?: readonly CreditedLine[];
}

export interface PricedCreditNote extends Omit<PricedInvoice, 'lines'> {
  readonly lines: readonly CreditNoteLine[];
}

/**
 * Prices the lines of a credit note by the calculation of invoices. Pure. One that refers to an
 * invoice is taxed as the invoice was: its buyer, its date, the very rates of its lines, and of
 * each no more than is left of it.
 * @throws DomainError validation_failed, tax_code_unknown, credit_exceeds_line,
 * credit_note_total_negative
 */
export function priceCreditNote(
  noteId: CreditNoteId,
  terms: PriceTerms,
  seller: Seller,
  buyer: Buyer,
  corrected: CorrectedInvoice | null,
  lines: readonly KeptNoteLine[],
): PricedCreditNote {
  const coded = lines.map((line) => ({ ...line, taxCode: taxCodeOf(line, line.product) }));
  const whole = corrected && wholeLines(corrected, coded);
  const by = corrected && !whole ? sellerThen(seller, corrected, lines) : seller;
  const alone = whole ? asInvoiced(whole) : priceLines(terms, by, buyer, coded);
  const priced = corrected && !whole ? withinLines(alone, corrected, lines) : alone;
  return {
    ...priced,
    lines: lines.map((line, i) => lineRow(noteId, corrected, line, priced.lines[i])),
  };
}

function priceLines(
  terms: PriceTerms,
  seller: Seller,
  buyer: Buyer,
  lines: readonly KeptNoteLine[],
): PricedInvoice {
  try {
    return priceInvoice(newId<'invoice'>(), terms, seller, buyer, lines.map(asInvoiceLine));
  } catch (error) {
    const negative = error instanceof DomainError && error.code === invoiceTotalNegative.code;
    throw negative ? creditNoteTotalNegative() : error;
  }
}

function asInvoiceLine(line: KeptNoteLine) {
  return { ...line, id: newId<'invoice-line'>(), scheduleLineId: null };
}

/** The seller as of the invoice: its rounding, and the taxes its lines bore. No engine is asked. */
function sellerThen(
  seller: Seller,
  { invoice, lines: invoiced }: CorrectedInvoice,
  lines: readonly KeptNoteLine[],
): Seller {
  const { quoteOf: _, ...own } = seller;
  const sources = lines.map((line, i) => taxedAlike(line, invoiced, `/lines/${i}`));
  return { ...own, rounding: invoice.taxRounding, book: originalTaxes(sources, seller.book) };
}

/**
 * The lines of the invoice that a note credits as they were, when it credits nothing else: it then
 * bears their very amounts, so that an invoice that is credited line by line is credited to the
 * cent.
 */
function wholeLines(
  { invoice, lines, credited = [] }: CorrectedInvoice,
  noted: readonly KeptNoteLine[],
): readonly InvoiceLine[] | null {
  const found = noted.flatMap((note): InvoiceLine[] => {
    const line = lines.find(({ id }) => id === note.invoiceLineId);
    return line && isCreditedAsItWas(line, note, invoice.currency) ? [line] : [];
  });
  const touched = new Set(credited.map(({ invoiceLineId }) => invoiceLineId));
  const untouched = found.every(({ id }) => !touched.has(id));
  const once = new Set(found).size === found.length;
  return untouched && once && found.length === noted.length ? found : null;
}

function isCreditedAsItWas(
  line: InvoiceLine,
  note: KeptNoteLine,
  currency: Invoice['currency'],
): boolean {
  return (
    note.taxCode === line.taxCode &&
    trimDecimal(note.quantity) === trimDecimal(line.quantity) &&
    trimDecimal(note.unitPrice) === trimDecimal(line.unitPrice) &&
    JSON.stringify(note.discount) === JSON.stringify(discountOf(line, currency))
  );
}

/**
 * Keeps what each line of the invoice is credited within it, line by line: the one that empties it
 * takes what is left.
 * @throws DomainError validation_failed, credit_exceeds_line, credit_note_total_negative
 */
function withinLines(
  priced: PricedInvoice,
  { invoice, lines: sold, credited = [] }: CorrectedInvoice,
  noted: readonly KeptNoteLine[],
): PricedInvoice {
  const rests = new Map<Id<'invoice-line'>, RestOfLine>();
  for (const { invoiceLineId } of noted) {
    const line = sold.find(({ id }) => id === invoiceLineId);
    if (line) rests.set(line.id, new RestOfLine(line, invoice.pricesIncludeTax, invoice));
  }
  for (const line of credited) {
    if (line.invoiceLineId) rests.get(line.invoiceLineId)?.less(line);
  }
  const lines = priced.lines.map((line, i) => {
    const id = noted[i]?.invoiceLineId;
    return (id && rests.get(id)?.credit(line, i)) || line;
  });
  const sums = sumsOfLines(lines);
  if (sums.total < 0n) throw creditNoteTotalNegative();
  return { lines, ...sums };
}

/** @throws DomainError credit_note_total_negative */
function asInvoiced(whole: readonly InvoiceLine[]): PricedInvoice {
  const lines = whole.map((line, i) => ({ ...line, position: i + 1 }));
  const { subtotal, taxTotal, total } = sumsOfLines(lines);
  if (total < 0n) throw creditNoteTotalNegative();
  return { lines, subtotal, taxTotal, total };
}

function lineRow(
  creditNoteId: CreditNoteId,
  corrected: CorrectedInvoice | null,
  line: KeptNoteLine,
  priced: PricedInvoice['lines'][number] | undefined,
): CreditNoteLine {
  if (!priced) throw new RangeError('A line was not priced');
  const { invoiceId: _, scheduleLineId: __, ...amounts } = priced;
  const { quantity, unitPrice } = amounts;
  return {
    ...amounts,
    ...descriptionOf(line),
    quantity,
    unitPrice,
    creditNoteId,
    id: line.id,
    invoiceId: corrected?.invoice.id ?? null,
    invoiceLineId: line.invoiceLineId,
  };
}

/** What does not bear on the price, and so may differ from the line of the invoice. */
function descriptionOf(line: KeptNoteLine) {
  const { product } = line;
  const { sku, unit, hsnCode, supply: supplyKind } = product;
  const productTaxed = line.taxCode === null && taxCodeOf(line, product) !== null;
  return { ...writtenPart(line), sku, unit, hsnCode, supplyKind, productTaxed };
}

/** A line that is new, with an id of its own. */
export function newNoteLine(
  input: CreditNoteLineInput,
  products: LineProducts,
  corrected: CorrectedInvoice | null,
): KeptNoteLine {
  const product = withOwnCode(input, followed(input, productOf(input, products), corrected));
  const placeOf = placeOfNote(input, correctedLine(input, corrected), products);
  return { ...input, ...followedTax(input), id: newId<'credit-note-line'>(), product, placeOf };
}

/** A line that corrects one has neither code nor rate of its own. */
function followedTax({ invoiceLineId }: Pick<CreditNoteLineInput, 'invoiceLineId'>) {
  return invoiceLineId !== null && { taxCode: null, taxRate: null };
}

function correctedLine(
  { invoiceLineId }: Pick<CreditNoteLineInput, 'invoiceLineId'>,
  corrected: CorrectedInvoice | null,
): InvoiceLine | undefined {
  return corrected?.lines.find(({ id }) => id === invoiceLineId);
}

/** A line that corrects one is taxed by the code of that and as what it sold, not its product. */
function followed(
  { invoiceLineId, productId }: Pick<CreditNoteLineInput, 'invoiceLineId' | 'productId'>,
  product: LineProduct,
  corrected: CorrectedInvoice | null,
): LineProduct {
  const source = correctedLine({ invoiceLineId }, corrected);
  if (!source) return product;
  const same = source.productId === productId;
  const { taxCode, supplyKind: supply } = source;
  return { ...(same ? keptProduct(source) : product), taxCode, supply };
}

/**
 * The line after a change of these members, with what it takes over from its product.
 * @throws DomainError validation_failed for a product that is not there, and a period that ends
 *   early
 */
export async function changedNoteLine(
  tx: Tx,
  line: KeptNoteLine,
  patch: Partial<CreditNoteLineInput>,
  corrected: CorrectedInvoice | null,
): Promise<KeptNoteLine> {
  const after = checkLinePeriod({ ...line, ...patch });
  const released = patch.invoiceLineId !== undefined && { taxCode: after.taxCode };
  const product = await productAfter(tx, after, { ...patch, ...released });
  // Another line of the invoice brings its own code along.
  const own = patch.invoiceLineId === undefined ? after : patch;
  return {
    ...after,
    ...followedTax(after),
    product: withOwnCode(own, followed(after, product, corrected)),
    placeOf: await placeOfNoteAfter(tx, line, patch, correctedLine(after, corrected)),
  };
}

/** A line of the invoice, to be credited as it is. */
export function creditedLine(line: InvoiceLine, currency: Invoice['currency']): KeptNoteLine {
  const written = { ...writtenLine(line, currency), product: keptProduct(line) };
  const id = newId<'credit-note-line'>();
  return { ...written, adjustmentIndex: null, id, invoiceLineId: line.id };
}

/** A stored line as it was written, to be priced again. */
export function keptNoteLine(line: CreditNoteLine, { currency }: CreditNote): KeptNoteLine {
  const { id, invoiceLineId } = line;
  return { ...writtenLine(line, currency), id, invoiceLineId, product: keptProduct(line) };
}
