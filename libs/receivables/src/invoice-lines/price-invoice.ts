import type { LocalDate } from '@quittance/calendar';
import { parseMinor, type Currency } from '@quittance/money';
import { newId, type Id, type InvoiceId } from '@quittance/kernel';
import type { Discount, PricedDocument, PricedLine } from '@quittance/tax';
import { copiedOf, type CopyOf, type RowOf } from '@quittance/nouns';
import {
  type DocumentAdjustment,
  documentAdjustments,
  documentLineMembers,
  type Buyer,
  type LineProduct,
  type LineProducts,
  lineProducts,
  type PriceTerms,
  type Seller,
  taxDays,
  ownCodeOf,
  productOf,
  storedTax,
  taxCodeOf,
  withOwnCode,
  discountOf,
  keptProduct,
} from '@quittance/lines';
import { priceLines } from '../price-lines.js';
import type { InvoiceLine } from './invoice-line.description.js';

type Written = Readonly<CopyOf<typeof documentLineMembers>>;
/** What a line has that an allowance or a charge of the whole document has made, or a few say. */
type Seldom = 'adjustment' | 'adjustmentIndex' | 'adjustmentPercent' | 'adjustmentBase' | 'placeOf';

/** A line as it is written by a person. Quantity, price and rates are decimal text. */
export interface InvoiceLineInput extends Omit<Written, Seldom>, Partial<Pick<Written, Seldom>> {
  readonly discount: Discount | null;
  /** Of its own; without one and without a rate the line has that of its product. */
  readonly taxCode: string | null;
  readonly taxRate: string | null;
  /** India's code of what is sold, of its own; without one the line has that of its product. */
  readonly hsnCode?: string | null;
}

/** A line that keeps its identity while the invoice is priced again. */
export interface KeptLine extends InvoiceLineInput {
  readonly id: Id<'invoice-line'>;
  readonly scheduleLineId: Id<'schedule-line'> | null;
  /** What it took over from its product. */
  readonly product: LineProduct;
  /** Of an adjustment: the day by which the lines are taxed that it is of. */
  readonly taxDate?: LocalDate;
}

const copiedPart = copiedOf({ members: documentLineMembers });

/** The members of a line that are stored as they are written. */
export function writtenPart(line: Omit<Written, Seldom> & Partial<Pick<Written, Seldom>>): Written {
  const { adjustment = null, adjustmentPercent = null, adjustmentBase = null } = line;
  const { adjustmentIndex = null, placeOf = null } = line;
  const made = { adjustment, adjustmentIndex, adjustmentPercent, adjustmentBase };
  return copiedPart({ ...line, ...made, placeOf });
}

/** What the price of an invoice depends on besides its lines and parties. */
export interface InvoiceTerms extends PriceTerms {
  /** Taken off the whole or put on it; absent where lines that did so stay as they are. */
  readonly adjustments?: readonly DocumentAdjustment[] | null;
}

export interface PricedInvoice {
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
}

/**
 * Prices the lines of an invoice. Pure.
 * @throws DomainError validation_failed, tax_code_unknown, invoice_total_negative
 */
export function priceInvoice(
  invoiceId: InvoiceId,
  terms: InvoiceTerms,
  seller: Seller,
  buyer: Buyer,
  kept: readonly KeptLine[],
): PricedInvoice {
  const defaultCode = documentAdjustments.defaultCodeOfSeller(seller);
  const coded = kept.map((line) => ({ ...codedLine(line, terms), defaultCode }));
  const { made, priced } = pricedWithAdjustments(terms, seller, buyer, coded);
  const lines = [...kept, ...made];
  const { subtotal, taxTotal, total } = priced;
  const { currency } = terms;
  return {
    lines: lines.map((line, i) =>
      lineRow({ invoiceId, currency, defaultCode }, line, priced.lines[i] as PricedLine, i + 1),
    ),
    subtotal,
    taxTotal,
    total,
  };
}

type CodedLine = ReturnType<typeof codedLine> & { readonly defaultCode: string | null };

/**
 * Prices the lines as they are, and behind them those that the terms take off or put on.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
function pricedWithAdjustments(
  terms: InvoiceTerms,
  seller: Seller,
  buyer: Buyer,
  lines: readonly CodedLine[],
): { readonly made: readonly KeptLine[]; readonly priced: PricedDocument } {
  const { adjustments, currency } = terms;
  if (!adjustments || adjustments.length === 0) {
    return { made: [], priced: priceLines(terms, seller, buyer, lines) };
  }
  const decidedBy = (decided: readonly PricedLine[] | null) => {
    const all = lines.map((line, i) => {
      const priced = decided?.[i];
      return { ...line, way: priced ? documentAdjustments.wayOfPriced(priced) : null };
    });
    return {
      sold: all.filter(({ adjustment }) => !adjustment),
      others: all.filter(({ adjustment }) => adjustment),
    };
  };
  const { made, priced } = documentAdjustments.pricedWith(
    (decided) => {
      const standing = decidedBy(decided);
      const own = documentAdjustments.lines(adjustments, standing.sold, currency);
      documentAdjustments.refuseBeyond(own, standing, currency);
      return own.map((line) => ({ ...line, id: newId<'invoice-line'>(), scheduleLineId: null }));
    },
    (own) => priceAdjusted(terms, seller, buyer, { lines, own }),
    { asksEngine: seller.quoteOf !== undefined },
  );
  documentAdjustments.refuseMixed(
    made.map((line, i) => ({
      line: codedLine(line, terms),
      born: priced.lines[lines.length + i] as PricedLine,
      index: line.adjustmentIndex ?? 0,
    })),
    lines.flatMap((line, i) =>
      line.adjustment ? [] : [{ line, born: priced.lines[i] as PricedLine }],
    ),
  );
  documentAdjustments.refuseBeyond(made, decidedBy(priced.lines), currency);
  return { made, priced };
}

/** What is wrong with an adjustment is told of that: whoever wrote it knows no line of it. */
function priceAdjusted(
  terms: InvoiceTerms,
  seller: Seller,
  buyer: Buyer,
  { lines, own }: { readonly lines: readonly CodedLine[]; readonly own: readonly KeptLine[] },
): PricedDocument {
  try {
    return priceLines(terms, seller, buyer, [
      ...lines,
      ...own.map((line) => codedLine(line, terms)),
    ]);
  } catch (error) {
    const indexes = own.map(({ adjustmentIndex = null }) => adjustmentIndex);
    throw documentAdjustments.pointed(error, lines.length, indexes);
  }
}

function codedLine(line: KeptLine, terms: InvoiceTerms) {
  const { product } = line;
  const { taxDate = taxDays.ofLine(terms, line) } = line;
  return { ...line, taxCode: taxCodeOf(line, product), supply: product.supply, taxDate };
}

/**
 * The lines without those that the document itself has made of what it takes off or puts on. What
 * its order has made of its own stays, and stands last. Pure.
 */
export function withoutOwnAdjustments(lines: readonly KeptLine[]): readonly KeptLine[] {
  const kept = lines.filter(({ adjustmentIndex = null }) => adjustmentIndex === null);
  return [
    ...kept.filter(({ adjustment }) => !adjustment),
    ...kept.filter(({ adjustment }) => adjustment),
  ];
}

interface PricedAs {
  readonly invoiceId: InvoiceId;
  readonly currency: Currency;
  readonly defaultCode: string | null;
}

function lineRow(
  { invoiceId, currency, defaultCode }: PricedAs,
  line: KeptLine,
  priced: PricedLine,
  position: number,
): InvoiceLine {
  const { discount } = line;
  const taxCode = taxCodeOf(line, line.product);
  return {
    ...writtenPart(line),
    invoiceId,
    id: line.id,
    position,
    scheduleLineId: line.scheduleLineId,
    sku: line.product.sku,
    unit: line.product.unit,
    hsnCode: line.product.hsnCode,
    supplyKind: line.product.supply,
    discountPercent: discount && 'percent' in discount ? discount.percent : null,
    discountGiven: discount && 'amount' in discount ? minorOf(discount.amount, currency) : null,
    discountAmount: priced.discount,
    net: priced.net,
    taxCode,
    productTaxed: line.taxCode === null && taxCode !== null,
    requestedTaxRate: line.taxRate,
    defaultTaxCode: taxCode === null && line.taxRate === null ? defaultCode : null,
    taxRate: priced.taxRate,
    taxes: priced.taxes.map(storedTax),
    taxFallback: priced.fallback,
    taxFallbackReason: priced.fallbackReason,
    taxCategory: priced.category,
    taxReason: priced.reason,
    taxWarnings: priced.warnings ?? [],
    tax: priced.tax,
    total: priced.total,
  };
}

/** Pricing has refused amounts that the currency cannot hold. */
function minorOf(amount: string, currency: Currency): bigint {
  const minor = parseMinor(amount, currency);
  if (minor === undefined) throw new TypeError(`Not an amount of ${currency}: ${amount}`);
  return minor;
}

/** A line that is new, with an id of its own. */
export function newLine(input: InvoiceLineInput, products: LineProducts): KeptLine {
  const product = withOwnCode(input, productOf(input, products));
  const placeOf = lineProducts.placeOf(input, products);
  return { ...input, id: newId<'invoice-line'>(), scheduleLineId: null, product, placeOf };
}

/** A stored line as it was written, to be priced again. */
export function keptLine(line: InvoiceLine, currency: Currency): KeptLine {
  const { id, scheduleLineId } = line;
  return { ...writtenLine(line, currency), id, scheduleLineId, product: keptProduct(line) };
}

type StoredLine = RowOf<typeof documentLineMembers>;

/** A stored line of an invoice or of a credit note as it was written. */
export function writtenLine(line: StoredLine, currency: Currency): InvoiceLineInput {
  return {
    ...writtenPart(line),
    discount: discountOf(line, currency),
    taxCode: line.productTaxed ? null : line.taxCode,
    taxRate: line.requestedTaxRate,
    hsnCode: ownCodeOf(line),
  };
}

/** The columns of an invoice that its lines decide while nothing is paid. */
export function totalsOf({ subtotal, taxTotal, total }: PricedInvoice) {
  return { subtotal, taxTotal, total, balance: total };
}
