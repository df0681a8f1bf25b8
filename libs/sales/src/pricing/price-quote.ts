import {
  documentAdjustments,
  priceDocumentLines,
  storedTax,
  type Buyer,
  type DocumentAdjustment,
  type PriceTerms,
  type Seller,
  type StoredLineTax,
} from '@quittance/lines';
import {
  originalTaxes,
  lineAmounts,
  type PricedDocument,
  type PricedLine,
  type PricingLine,
} from '@quittance/tax';
import {
  adjustmentsOf,
  chosenAdjustments,
  pricedAs,
  type QuoteAdjustment,
  type SoldLine,
} from './quote-adjustments.js';
import type { DocumentDiscount, LineOfQuote } from './quoted-line.js';

/** How a line was taxed, by which it is taxed again: another quantity, another choice of options. */
export interface TaxedBefore {
  readonly taxCode: string | null;
  /** The company's code that held, as it says neither code nor rate; kept of one untaxed, too. */
  readonly defaultTaxCode: string | null;
  readonly taxFallback: boolean;
  readonly taxCategory: PricedLine['category'];
  readonly taxReason: PricedLine['reason'] | null;
  readonly net: bigint;
  readonly taxes: readonly StoredLineTax[];
}

/** What the price of a quote depends on besides its lines and parties. */
export interface QuoteTerms extends PriceTerms {
  readonly discount: DocumentDiscount | null;
  /** Taken off the whole or put on it. */
  readonly adjustments: readonly DocumentAdjustment[] | null;
}

/** A line as it is priced; one that is not chosen as if it were. Amounts are minor units. */
export interface PricedQuoteLine {
  readonly priced: PricedLine;
  /** What it bears of the discount on the document. */
  readonly share: bigint;
  /** Of a period: its price with its own discount alone, net or gross as prices are. */
  readonly amount: bigint;
}

/** An allowance or a charge of what is chosen, with how it was taxed of all that is offered. */
export interface PricedAdjustment {
  readonly adjustment: QuoteAdjustment;
  readonly priced: PricedLine;
  readonly taxed: TaxedBefore;
}

/** The lines of a quote, what is chosen of them together, and what all of them would come to. */
export interface PricedQuote {
  readonly lines: readonly PricedQuoteLine[];
  readonly adjustments: readonly PricedAdjustment[];
  readonly chosen: Totals;
  readonly withOptions: Totals;
}

/** Minor units: `net + tax = gross`. */
export interface Totals {
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
}

export const NOTHING: Totals = { net: 0n, tax: 0n, gross: 0n };

/** Several totals together. */
export function together(parts: readonly Totals[]): Totals {
  return parts.reduce(
    (sum, { net, tax, gross }) => ({
      net: sum.net + net,
      tax: sum.tax + tax,
      gross: sum.gross + gross,
    }),
    NOTHING,
  );
}

/**
 * Prices a quote with all of its options by the rates of the day, and what is chosen of it by the
 * taxes of those: an external engine is asked once, whatever is chosen. Pure.
 * @throws DomainError validation_failed, tax_code_unknown
 */
export function priceQuote(
  terms: QuoteTerms,
  seller: Seller,
  buyer: Buyer,
  lines: readonly LineOfQuote[],
): PricedQuote {
  const { currency } = terms;
  const defaultCode = documentAdjustments.defaultCodeOfSeller(seller);
  const all = lines.map((line): SoldLine => ({ defaultCode, ...pricingLine(line) }));
  const shares = sharesOf(terms, all);
  const sold = withShares(all, shares);
  const once = (decided: readonly PricedLine[]) => soldOnce(lines, withWays(sold, decided));
  const { made: offered, priced: whole } = documentAdjustments.pricedWith(
    (decided) => {
      const under = decided ? once(decided) : soldOnce(lines, sold);
      return adjustmentsOf(terms.adjustments, under, currency);
    },
    (adjustments) => priceAdjusted(terms, seller, buyer, { sold, adjustments }),
    { asksEngine: seller.quoteOf !== undefined },
  );
  documentAdjustments.refuseMixed(
    offered.map((line, i) => {
      const born = whole.lines[lines.length + i] as PricedLine;
      return { line, born, index: line.adjustmentIndex ?? 0 };
    }),
    all.flatMap((line, i) => {
      const born = whole.lines[i] as PricedLine;
      return lines[i]?.kind === 'one_off' ? [{ line, born }] : [];
    }),
  );
  const taxed = whole.lines.map((line, i) =>
    taxedBefore(line, all[i] ?? (offered[i - all.length] as QuoteAdjustment), seller),
  );
  const adjustments = offered.map((adjustment, i): PricedAdjustment => {
    const at = lines.length + i;
    return {
      adjustment,
      priced: whole.lines[at] as PricedLine,
      taxed: taxed[at] as TaxedBefore,
    };
  });
  const withOptions = totalsOf(whole);
  const priced = linesOf(whole, shares, terms);
  if (lines.every(({ selected }) => selected)) {
    if (documentAdjustments.exceed(offered, once(whole.lines), currency)) {
      throw documentAdjustments.takeOffMore();
    }
    return { lines: priced, adjustments, chosen: withOptions, withOptions };
  }
  const chosen = priceChosen(terms, seller, buyer, { lines, taxed, adjustments });
  if (chosen.exceeded) throw documentAdjustments.takeOffMore();
  return {
    lines: priced.map((line, i) => warned(chosen.lines.get(i) ?? line, line.priced)),
    adjustments: chosen.adjustments.map((each, i) =>
      warned(each, (adjustments[i] as PricedAdjustment).priced),
    ),
    chosen: chosen.totals,
    withOptions,
  };
}

/** What is chosen is taxed as all was offered, with what was to be said beside that. */
function warned<Line extends { readonly priced: PricedLine }>(
  line: Line,
  { warnings }: PricedLine,
): Line {
  return warnings ? { ...line, priced: { ...line.priced, warnings } } : line;
}

/** What was offered of a quote, of which some is chosen. */
export interface OfferedQuote {
  readonly lines: readonly LineOfQuote[];
  /** By position. */
  readonly taxed: readonly TaxedBefore[];
  readonly adjustments: readonly Omit<PricedAdjustment, 'priced'>[];
}

/** What is chosen of a quote; lines by their positions in it. */
export interface ChosenParts {
  readonly lines: ReadonlyMap<number, PricedQuoteLine>;
  readonly adjustments: readonly PricedAdjustment[];
  readonly totals: Totals;
  /** Whether more is taken off the whole than what is chosen comes to. */
  readonly exceeded: boolean;
}

/**
 * Prices the chosen lines by how all lines were taxed: nothing is looked up, and no rate decided.
 * @throws DomainError validation_failed
 */
export function priceChosen(
  terms: QuoteTerms,
  seller: Seller,
  buyer: Buyer,
  { lines, taxed, adjustments }: OfferedQuote,
): ChosenParts {
  const places = lines.flatMap(({ selected }, i) => (selected ? [i] : []));
  const chosen = places.map((i): SoldLine => ({
    ...pricingLine(lines[i] as LineOfQuote),
    defaultCode: taxed[i]?.defaultTaxCode ?? null,
    way: wayBefore(taxed[i]),
  }));
  const shares = sharesOf(terms, chosen);
  const sold = withShares(chosen, shares);
  const once = soldOnce(
    places.map((i) => lines[i] as LineOfQuote),
    sold,
  );
  const made = chosenAdjustments(
    adjustments.map((each) => ({
      ...each.adjustment,
      defaultCode: each.taxed.defaultTaxCode,
      way: wayBefore(each.taxed),
    })),
    once,
    terms.currency,
  );
  const source = takenAsTaxed(seller, [
    ...places.map((i) => taxed[i] ?? null),
    ...adjustments.map((each) => each.taxed),
  ]);
  const priced = priceAdjusted(terms, source, buyer, { sold, adjustments: made });
  const found = linesOf(priced, shares, terms);
  return {
    lines: new Map(places.map((i, at) => [i, found[at] as PricedQuoteLine])),
    adjustments: adjustments.map((each, i) => ({
      taxed: each.taxed,
      adjustment: made[i] as QuoteAdjustment,
      priced: priced.lines[sold.length + i] as PricedLine,
    })),
    totals: totalsOf(priced),
    exceeded: documentAdjustments.exceed(made, once, terms.currency),
  };
}

function wayBefore(taxed: TaxedBefore | undefined): string | null {
  return taxed ? documentAdjustments.wayOf(taxed) : null;
}

function withWays(lines: readonly SoldLine[], decided: readonly PricedLine[]): SoldLine[] {
  return lines.map((line, i) => {
    const way = documentAdjustments.wayOfPriced(decided[i] as PricedLine);
    return { share: line.share, ...line, way };
  });
}

/** A seller whose documents are taxed as lines were before, by position; no engine is asked. */
export function takenAsTaxed(
  { party, rounding, book }: Seller,
  taxed: readonly (TaxedBefore | null)[],
): Seller {
  return { party, rounding, book: originalTaxes(taxed, book) };
}

/** How a line that was just priced is taxed, for whatever is made of it. */
export function taxedBefore(
  line: PricedLine,
  { taxCode, taxRate }: Pick<LineOfQuote, 'taxCode' | 'taxRate'>,
  seller: Seller,
): TaxedBefore {
  const saysNone = taxCode === null && taxRate === null;
  return {
    taxCode,
    defaultTaxCode: saysNone ? documentAdjustments.defaultCodeOfSeller(seller) : null,
    taxFallback: line.fallback,
    taxCategory: line.category,
    taxReason: line.reason,
    net: line.net,
    taxes: line.taxes.map(storedTax),
  };
}

/** A line of which nothing has a price costs nothing. */
function pricingLine(line: LineOfQuote): PricingLine {
  const { quantity, unitPrice, discount, taxCode, taxRate, supply, placeOf } = line;
  const unpriced = unitPrice === null;
  return {
    quantity,
    unitPrice: unitPrice ?? '0',
    discount: unpriced && discount && 'amount' in discount ? null : discount,
    taxCode,
    taxRate,
    supply,
    placeOf: placeOf ?? null,
  };
}

/** What is sold, and behind it what is taken off the whole or put on it. */
interface Adjusted {
  readonly sold: readonly SoldLine[];
  readonly adjustments: readonly QuoteAdjustment[];
}

/** What is wrong with an adjustment is told of that: whoever wrote it knows no line of it. */
function priceAdjusted(
  terms: QuoteTerms,
  seller: Seller,
  buyer: Buyer,
  { sold, adjustments }: Adjusted,
): PricedDocument {
  try {
    return priceDocumentLines(terms, seller, buyer, [...sold, ...adjustments.map(pricedAs)]);
  } catch (error) {
    const indexes = adjustments.map(({ adjustmentIndex }) => adjustmentIndex);
    throw documentAdjustments.pointed(error, sold.length, indexes);
  }
}

/** What adjustments are of: what is sold once. */
function soldOnce(lines: readonly LineOfQuote[], priced: readonly SoldLine[]): readonly SoldLine[] {
  return priced.filter((_, i) => lines[i]?.kind === 'one_off');
}

function sharesOf(
  { discount, currency }: QuoteTerms,
  lines: readonly PricingLine[],
): readonly bigint[] {
  return discount ? lineAmounts.spreadDiscount(lines, discount, currency) : lines.map(() => 0n);
}

function withShares(lines: readonly SoldLine[], shares: readonly bigint[]): SoldLine[] {
  // A member that it has comes first: what a spread begins has a class of its own on Node.js 20.
  return lines.map((line, i) => ({
    defaultCode: line.defaultCode,
    ...line,
    share: shares[i] ?? 0n,
  }));
}

function linesOf(
  { lines }: PricedDocument,
  shares: readonly bigint[],
  { pricesIncludeTax }: QuoteTerms,
): PricedQuoteLine[] {
  return shares.map((share, i) => {
    const priced = lines[i] as PricedLine;
    return { priced, share, amount: (pricesIncludeTax ? priced.total : priced.net) + share };
  });
}

function totalsOf({ subtotal, taxTotal, total }: PricedDocument): Totals {
  return { net: subtotal, tax: taxTotal, gross: total };
}
