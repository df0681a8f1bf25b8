import type { LocalDate } from '@quittance/calendar';
import { lineProducts, storedTax, type Buyer, type Seller } from '@quittance/lines';
import { newId } from '@quittance/kernel';
import { parseMinor, type Currency } from '@quittance/money';
import {
  priceQuote,
  taxedBefore,
  type PricedAdjustment,
  type PricedQuoteLine,
  type QuoteTerms,
  type TaxedBefore,
} from '../../pricing/price-quote.js';
import type { LineOfQuote } from '../../pricing/quoted-line.js';
import { quoteTotals } from '../../pricing/quote-totals.js';
import type { ResolvedPrice } from '../../pricing/resolve-price.js';
import { figureColumns } from '../quote-figures.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { withPlaces } from '@quittance/lines';
import {
  isPriced,
  isWritten,
  quotedLine,
  refuseLargeDiscounts,
  type KeptQuoteLine,
} from './quote-line.js';
import type { QuoteLine } from './quote-line.description.js';

/** What of a quote its price depends on. */
export type PricingHead = Pick<
  Quote,
  | 'currency'
  | 'issueDate'
  | 'pricesIncludeTax'
  | 'discount'
  | 'adjustments'
  | 'startOn'
  | 'termMonths'
  | 'deliveryAddress'
  | 'shipTo'
>;

/** A line as it is priced, whatever document it is of. */
export type PricedRow = Omit<QuoteLine, 'quoteId'>;

/** Lines as they are kept, and the columns of their document that they decide. */
interface Priced<Line> {
  readonly lines: readonly Line[];
  readonly columns: ReturnType<typeof figureColumns>;
}

/** The lines of a quote as they are kept, and the columns that they decide. */
export type PricedLines = Priced<QuoteLine>;

/**
 * Prices the lines of a quote. Pure.
 * @throws DomainError validation_failed, tax_code_unknown, discount_exceeds_line
 */
export function priceQuoteLines(
  id: QuoteId,
  head: PricingHead,
  seller: Seller,
  buyer: Buyer,
  lines: readonly KeptQuoteLine[],
): PricedLines {
  const priced = pricedRows(head, seller, buyer, lines);
  return { ...priced, lines: priced.lines.map((line) => ({ quoteId: id, ...line })) };
}

/**
 * The same of lines of a quote or of an order; behind them the lines that its allowances and
 * charges make, in place of those that it had. Pure.
 * @throws DomainError validation_failed, tax_code_unknown, discount_exceeds_line
 */
export function pricedRows(
  head: PricingHead,
  seller: Seller,
  buyer: Buyer,
  kept: readonly KeptQuoteLine[],
): Priced<PricedRow> {
  const { currency } = head;
  const lines = kept.filter(isWritten);
  refuseLargeDiscounts(lines, currency);
  const priced = lines.filter(isPriced);
  const quoted = priced.map(quotedLine);
  const terms = termsOfQuote(head);
  const quote = atLinesOfDocument(lines, () => priceQuote(terms, seller, buyer, quoted));
  const taxed = quote.lines.map((line, i) =>
    taxedBefore(line.priced, quoted[i] as LineOfQuote, seller),
  );
  const made = quote.adjustments.map((each, i) => {
    return adjustmentRow(each, lines.length + i + 1);
  });
  const facts = { terms, term: termOf(head, head.issueDate), seller, buyer };
  const totals = quoteTotals(facts, quoted, quote, taxed);
  const places = new Map(
    priced.map((line, i): [string, PlacedLine] => [
      line.id,
      { found: quote.lines[i] as PricedQuoteLine, taxed: taxed[i] as TaxedBefore },
    ]),
  );
  return {
    lines: [
      ...lines.map((line, i) => lineRow(currency, line, places.get(line.id), i + 1)),
      ...made,
    ],
    columns: figureColumns(totals, currency),
  };
}

export function termsOfQuote(head: PricingHead): QuoteTerms {
  const { currency, issueDate: taxDate, pricesIncludeTax, discount, adjustments } = head;
  const deliveryAddress = head.deliveryAddress ?? head.shipTo;
  return { currency, taxDate, pricesIncludeTax, discount, adjustments, deliveryAddress };
}

/** What starts with the order is worked out as if it were ordered on the issue date. */
export function termOf({ startOn, termMonths }: PricingHead, issueDate: LocalDate) {
  return { startOn: startOn ?? issueDate, termMonths };
}

/** Pricing counts the lines that say what is paid; the body counts all of them. */
function atLinesOfDocument<T>(lines: readonly KeptQuoteLine[], price: () => T): T {
  const places = lines.flatMap((line, i) => (isPriced(line) ? [i] : []));
  try {
    return price();
  } catch (error) {
    throw withPlaces(error, places);
  }
}

const NOTHING: ResolvedPrice = { unitPrice: null, listPrice: null, priceSource: null, tiers: [] };

/** A line as it was priced, and how it was taxed. */
interface PlacedLine {
  readonly found: PricedQuoteLine;
  readonly taxed: TaxedBefore;
}

function lineRow(
  currency: Currency,
  line: KeptQuoteLine,
  placed: PlacedLine | undefined,
  position: number,
): PricedRow {
  const { id, product, discount, typed: _, price = NOTHING, plan, taxRate, ...written } = line;
  const taxCode = isPriced(line) ? lineProducts.taxCode(line, product) : null;
  const { sku, unit, hsnCode, supply } = product;
  return {
    // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
    id,
    ...written,
    position,
    sku,
    unit,
    hsnCode: line.hsnCode ?? hsnCode,
    unitPrice: price.unitPrice,
    listPrice: price.listPrice,
    priceSource: price.priceSource,
    tiers: price.tiers,
    discountPercent: discount && 'percent' in discount ? discount.percent : null,
    discountGiven: discount && 'amount' in discount ? minorOf(discount.amount, currency) : null,
    taxCode,
    productTaxed: line.taxCode === null && taxCode !== null,
    requestedTaxRate: taxRate,
    defaultTaxCode: placed?.taxed.defaultTaxCode ?? null,
    supplyKind: supply,
    ...(plan ?? NO_PLAN),
    ...amountsOf(placed?.found),
  };
}

const NO_PLAN = {
  planId: null,
  planVersionId: null,
  planSaid: null,
  charges: [],
  usageMinimum: null,
} as const;

/** The line that an allowance or a charge of the whole document makes. */
function adjustmentRow(
  { adjustment: made, priced, taxed }: PricedAdjustment,
  position: number,
): PricedRow {
  const { supply = null, placeOf = null, taxRate, ...written } = made;
  return {
    ...BESIDE_WHAT_IS_SOLD,
    ...written,
    placeOf,
    id: newId<'quote-line'>(),
    position,
    requestedTaxRate: taxRate,
    defaultTaxCode: taxed.defaultTaxCode,
    supplyKind: supply,
    ...amountsOf({ priced, share: 0n, amount: 0n }),
  };
}

/** What an adjustment has nothing of: it is neither a product nor a choice. */
const BESIDE_WHAT_IS_SOLD = {
  kind: 'adjustment',
  productId: null,
  sku: null,
  unit: null,
  hsnCode: null,
  listPrice: null,
  priceSource: null,
  tiers: [],
  discountPercent: null,
  discountGiven: null,
  productTaxed: false,
  invoicing: null,
  frequency: null,
  timing: null,
  termPeriods: null,
  trialDays: 0,
  anchorDay: null,
  anchorMonth: null,
  discountPeriods: null,
  ...NO_PLAN,
  optional: false,
  selected: true,
  minQuantity: null,
  maxQuantity: null,
} as const;

/** What pricing decides of a line; nothing of a text. */
export function amountsOf(found: PricedQuoteLine | undefined) {
  const priced = found?.priced;
  return {
    discountAmount: priced ? priced.discount - found.share : 0n,
    share: found?.share ?? 0n,
    net: priced?.net ?? 0n,
    tax: priced?.tax ?? 0n,
    total: priced?.total ?? 0n,
    taxRate: priced?.taxRate ?? '0',
    taxes: priced?.taxes.map(storedTax) ?? [],
    taxFallback: priced?.fallback ?? false,
    taxFallbackReason: priced?.fallbackReason ?? null,
    taxCategory: priced?.category ?? null,
    taxReason: priced?.reason ?? null,
    taxWarnings: priced?.warnings ?? [],
  };
}

/** Pricing has refused amounts that the currency cannot hold. */
function minorOf(amount: string, currency: Currency): bigint {
  const minor = parseMinor(amount, currency);
  if (minor === undefined) throw new TypeError(`Not an amount of ${currency}: ${amount}`);
  return minor;
}
