import { newId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  type DocumentAdjustment,
  documentAdjustments,
  type Seller,
  taxCodeOf,
} from '@quittance/lines';
import type { InvoiceLine } from '../invoices/invoice.repository.js';
import type { CreditNoteLine } from './credit-note.repository.js';
import type { CorrectedInvoice, KeptNoteLine, PricedCreditNote } from './price-credit-note.js';
import { taxedAlike } from '../credits/taxed-alike.js';

/*
 * Allowances and charges of whole credit notes: pure. They are of what the note credits, as that is
 * taxed; a note that corrects an invoice by how its lines were, one that corrects none as it is
 * priced.
 */

/** What the allowances and charges of a note depend on besides its lines. */
interface NoteTerms {
  readonly currency: Currency;
  readonly seller: Seller;
  readonly corrected: CorrectedInvoice | null;
}

/** A note with what its own allowances and charges make of it. */
interface AdjustedNote {
  readonly lines: readonly KeptNoteLine[];
  readonly priced: PricedCreditNote;
}

/**
 * The lines of a note, and behind them those that its own allowances take off its credit and its
 * charges put on it: lines like others from then on, a percentage being worked out once.
 * @throws DomainError validation_failed with pointers into `/adjustments`, and those of pricing
 */
export function adjustedNote(
  written: readonly KeptNoteLine[],
  adjustments: readonly DocumentAdjustment[],
  terms: NoteTerms,
  price: (lines: readonly KeptNoteLine[]) => PricedCreditNote,
): AdjustedNote {
  const pricedOf = (lines: readonly KeptNoteLine[]) => {
    try {
      return price(lines);
    } catch (error) {
      const indexes = lines.slice(written.length).map(({ adjustmentIndex = null }) => {
        return adjustmentIndex;
      });
      throw documentAdjustments.pointed(error, written.length, indexes);
    }
  };
  const lines = withAdjustments(written, adjustments, terms);
  const priced = pricedOf(lines);
  if (terms.corrected || terms.seller.quoteOf) return { lines, priced };
  const again = withAdjustments(written, adjustments, terms, priced.lines);
  if (again.length === lines.length) return { lines, priced };
  return { lines: again, priced: pricedOf(again) };
}

function withAdjustments(
  lines: readonly KeptNoteLine[],
  adjustments: readonly DocumentAdjustment[],
  { currency, ...basis }: NoteTerms,
  decided: readonly CreditNoteLine[] | null = null,
): readonly KeptNoteLine[] {
  if (adjustments.length === 0) return lines;
  const credited = codedLines(lines, basis, decided).filter(({ adjustment }) => !adjustment);
  const made = documentAdjustments.lines(adjustments, credited, currency);
  const isSplit = made.length > adjustments.length;
  return [
    ...lines,
    ...made.map((line) => ({
      ...line,
      // Among lines of several codes one that says none would be taxed as any of them.
      taxCode: line.taxCode ?? (isSplit && line.taxRate === null ? line.defaultCode : null) ?? null,
      adjustmentPercent: null,
      adjustmentBase: null,
      id: newId<'credit-note-line'>(),
      invoiceLineId: null,
    })),
  ];
}

/**
 * The lines with the codes and rates by which they are taxed, those they correct by what was taken
 * of them then, and in which way that is.
 */
function codedLines(
  lines: readonly KeptNoteLine[],
  { seller, corrected }: Omit<NoteTerms, 'currency'>,
  decided: readonly CreditNoteLine[] | null,
) {
  const sources = new Map(corrected?.lines.map((line) => [line.id, line]));
  const today = documentAdjustments.defaultCodeOfSeller(seller);
  const byDefault = corrected?.lines.find(saysNoTax);
  const otherwise = byDefault ? defaultCodeThen(byDefault) : today;
  return lines.map((line, i) => {
    const { invoiceLineId, product } = line;
    const source = invoiceLineId ? sources.get(invoiceLineId) : undefined;
    const alike = source ?? (decided ? null : likeInvoiced(line, corrected, i));
    const born = decided?.[i] ?? alike;
    return {
      ...line,
      taxRate: source?.requestedTaxRate ?? line.taxRate,
      taxCode: taxCodeOf(line, product),
      defaultCode: source ? defaultCodeThen(source) : otherwise,
      supply: alike ? alike.supplyKind : product.supply,
      placeOf: alike ? alike.placeOf : line.placeOf,
      way: born ? documentAdjustments.wayOf(born) : null,
    };
  });
}

/** The line of the invoice as which one is taxed that corrects none of them. */
function likeInvoiced(
  line: KeptNoteLine,
  corrected: CorrectedInvoice | null,
  at: number,
): InvoiceLine | null {
  return corrected && taxedAlike(line, corrected.lines, `/lines/${at}`);
}

function saysNoTax({ taxCode, requestedTaxRate }: InvoiceLine): boolean {
  return taxCode === null && requestedTaxRate === null;
}

/** The company's code that a line of an invoice was priced by; of older ones their taxes tell. */
function defaultCodeThen({ defaultTaxCode, taxes }: InvoiceLine): string | null {
  return defaultTaxCode ?? documentAdjustments.defaultCodeOf(taxes);
}

/** @throws DomainError validation_failed with pointers into `/adjustments` */
export function refuseMixedNote(
  lines: readonly KeptNoteLine[],
  priced: PricedCreditNote,
  basis: Omit<NoteTerms, 'currency'>,
): void {
  if (!lines.some(isOwnAdjustment)) return;
  const born = codedLines(lines, basis, priced.lines).map((line, i) => {
    const { net, taxCategory: category, taxes } = priced.lines[i] as CreditNoteLine;
    return { line, born: { net, category, taxes }, index: line.adjustmentIndex ?? 0 };
  });
  documentAdjustments.refuseMixed(
    born.filter(({ line }) => isOwnAdjustment(line)),
    born.filter(({ line }) => !line.adjustment),
  );
}

/**
 * What a note takes off its credit by itself stays within what it credits at the same tax, as it is
 * written and whenever its lines change. Which code a line has that names none, its taxes tell.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function refuseBeyondNote(
  lines: readonly KeptNoteLine[],
  priced: PricedCreditNote,
  { currency, ...basis }: NoteTerms,
): void {
  if (!lines.some(isOwnAdjustment)) return;
  const coded = codedLines(lines, basis, priced.lines).map((line, i) => {
    const taken = documentAdjustments.defaultCodeOf(priced.lines[i]?.taxes ?? []);
    return {
      ...line,
      defaultCode: taken ?? line.defaultCode,
      adjustmentIndex: line.adjustmentIndex ?? null,
    };
  });
  const sold = coded.filter(({ adjustment }) => !adjustment);
  const others = coded.filter((line) => line.adjustment && !isOwnAdjustment(line));
  documentAdjustments.refuseBeyond(coded.filter(isOwnAdjustment), { sold, others }, currency);
}

/** Those of the invoice are credited as lines of it. */
function isOwnAdjustment<Line extends Pick<KeptNoteLine, 'adjustment' | 'invoiceLineId'>>(
  line: Line,
): line is Line & { readonly adjustment: NonNullable<Line['adjustment']> } {
  return Boolean(line.adjustment) && line.invoiceLineId === null;
}
