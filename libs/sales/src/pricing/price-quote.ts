import {
  priceDocumentLines,
  storedTax,
  type Buyer,
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
import type { DocumentDiscount, LineOfQuote } from './quoted-line.js';

/** How a line was taxed, by which it is taxed again: another quantity, another choice of options. */
export interface TaxedBefore {
  readonly taxCode: string | null;
  readonly taxFallback: boolean;
  readonly taxCategory: PricedLine['category'];
  readonly taxReason: PricedLine['reason'] | null;
  readonly net: bigint;
  readonly taxes: readonly StoredLineTax[];
}

/** What the price of a quote depends on besides its lines and parties. */
export interface QuoteTerms extends PriceTerms {
  readonly discount: DocumentDiscount | null;
}

/** A line as it is priced; one that is not chosen as if it were. Amounts are minor units. */
export interface PricedQuoteLine {
  readonly priced: PricedLine;
  /** What it bears of the discount on the document. */
  readonly share: bigint;
  /** Of a period: its price with its own discount alone, net or gross as prices are. */
  readonly amount: bigint;
}

/** The lines of a quote, what is chosen of them together, and what all of them would come to. */
export interface PricedQuote {
  readonly lines: readonly PricedQuoteLine[];
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
  const all = lines.map(pricingLine);
  const shares = sharesOf(terms, all);
  const whole = priceDocumentLines(terms, seller, buyer, withShares(all, shares));
  const withOptions = totalsOf(whole);
  if (lines.every(({ selected }) => selected)) {
    return { lines: linesOf(whole, shares, terms), chosen: withOptions, withOptions };
  }
  const taxed = whole.lines.map((line, i) => taxedBefore(line, all[i]?.taxCode ?? null));
  const chosen = priceChosen(terms, seller, buyer, lines, taxed);
  return {
    lines: linesOf(whole, shares, terms).map((line, i) => chosen.lines.get(i) ?? line),
    chosen: chosen.totals,
    withOptions,
  };
}

/**
 * Prices the chosen lines by how all lines were taxed: nothing is looked up, and no rate decided.
 * @param taxed by position
 * @throws DomainError validation_failed
 */
export function priceChosen(
  terms: QuoteTerms,
  seller: Seller,
  buyer: Buyer,
  lines: readonly LineOfQuote[],
  taxed: readonly TaxedBefore[],
): { readonly lines: ReadonlyMap<number, PricedQuoteLine>; readonly totals: Totals } {
  const places = lines.flatMap(({ selected }, i) => (selected ? [i] : []));
  const chosen = places.map((i) => pricingLine(lines[i] as LineOfQuote));
  const shares = sharesOf(terms, chosen);
  const source = takenAsTaxed(
    seller,
    places.map((i) => taxed[i] ?? null),
  );
  const priced = priceDocumentLines(terms, source, buyer, withShares(chosen, shares));
  const found = linesOf(priced, shares, terms);
  return {
    lines: new Map(places.map((i, at) => [i, found[at] as PricedQuoteLine])),
    totals: totalsOf(priced),
  };
}

/** A seller whose documents are taxed as lines were before, by position; no engine is asked. */
export function takenAsTaxed(
  { party, rounding, book }: Seller,
  taxed: readonly (TaxedBefore | null)[],
): Seller {
  return { party, rounding, book: originalTaxes(taxed, book) };
}

/** How a line that was just priced is taxed, for whatever is made of it. */
export function taxedBefore(line: PricedLine, taxCode: string | null): TaxedBefore {
  return {
    taxCode,
    taxFallback: line.fallback,
    taxCategory: line.category,
    taxReason: line.reason,
    net: line.net,
    taxes: line.taxes.map(storedTax),
  };
}

/** A line of which nothing has a price costs nothing. */
function pricingLine(line: LineOfQuote): PricingLine {
  const { quantity, unitPrice, discount, taxCode, taxRate, supply } = line;
  const unpriced = unitPrice === null;
  return {
    quantity,
    unitPrice: unitPrice ?? '0',
    discount: unpriced && discount && 'amount' in discount ? null : discount,
    taxCode,
    taxRate,
    supply,
  };
}

function sharesOf(
  { discount, currency }: QuoteTerms,
  lines: readonly PricingLine[],
): readonly bigint[] {
  return discount ? lineAmounts.spreadDiscount(lines, discount, currency) : lines.map(() => 0n);
}

function withShares(lines: readonly PricingLine[], shares: readonly bigint[]): PricingLine[] {
  return lines.map((line, i) => ({ ...line, share: shares[i] ?? 0n }));
}

function linesOf(
  { lines }: PricedDocument,
  shares: readonly bigint[],
  { pricesIncludeTax }: QuoteTerms,
): PricedQuoteLine[] {
  return lines.map((priced, i) => {
    const share = shares[i] ?? 0n;
    return { priced, share, amount: (pricesIncludeTax ? priced.total : priced.net) + share };
  });
}

function totalsOf({ subtotal, taxTotal, total }: PricedDocument): Totals {
  return { net: subtotal, tax: taxTotal, gross: total };
}
