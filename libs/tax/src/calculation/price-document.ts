import { currencyDigits, sumOf } from '@quittance/money';
import { invalidField } from '@quittance/kernel';
import { datedTaxation } from './dated-taxation.js';
import { amountOfLine, type LineAmount } from './line-amount.js';
import type {
  PricedDocument,
  PricedLine,
  PricingLine,
  PricingRequest,
  TaxGroup,
} from './pricing.js';
import { consignmentOf, type Consignment } from '../decision/import-limit.js';
import { NO_WARNINGS } from '../decision/warnings.js';
import type { TaxSource, Taxation } from '../rate-books/taxation.js';
import {
  addToGroup,
  priceGroup,
  taxesOfGroup,
  type Certificates,
  type Group,
  type GroupTerms,
} from './price-group.js';
import { fallbackTaxation, givenGroups, givenLine } from './price-quoted.js';
import { taxesByRate } from './round-by-rate.js';
import type { TaxQuote } from '../quotes/tax-quote.js';
import { unknownTaxCodes, type UnknownTaxCode } from '../codes/unknown-tax-codes.js';

const PAR = { dividend: 1n, divisor: 1n } as const;

/** Minor units that fit a `bigint` column with room for sums over documents. */
const LARGEST_TOTAL = 10n ** 17n;

/**
 * The one calculation of quotes, orders, invoices and credit notes. Pure. Tax is computed per tax
 * of the document on the sum of its lines, rounded once and spread by largest remainder
 * (`rounding: document`), or on each line (`line`); of a seller in Japan per rate (`taxesByRate`).
 * Prices that include tax keep their gross. With a quote of an external engine its amounts are
 * taken as they are; lines it says nothing of fall back to their own rate.
 * @throws DomainError validation_failed when a line is no number or out of range, tax_code_unknown
 */
export function priceDocument(
  book: TaxSource,
  request: PricingRequest,
  quote?: TaxQuote,
): PricedDocument {
  const taxation = quote ? fallbackTaxation() : datedTaxation(book, request);
  refuseUnknownCodes(taxation, request.lines);
  const priced = priceBy(taxation, request, quote && { quote, decided: book.taxation(request) });
  const consignment = consignmentIn(priced, taxation, request);
  if (consignment === null) return priced;
  const taxed =
    consignment === 'within' ? priced : priceBy(datedTaxation(book, request, consignment), request);
  return new Priced(
    taxed.subtotal,
    taxed.taxTotal,
    taxed.total,
    taxed.lines,
    taxed.certificates,
    consignment,
  );
}

/** Of goods that are imported under the One-Stop-Shop: what all goods of the document come to. */
function consignmentIn(
  priced: Priced,
  taxation: Taxation,
  { seller, lines, currency, toEuro }: PricingRequest,
): Consignment | null {
  if (!seller.registrations?.some(({ scheme }) => scheme === 'ioss')) return null;
  const imports = lines.map((line, i) => taxation.isImport?.(line, i) ?? null);
  if (!imports.includes(true)) return null;
  const goods = priced.lines.filter((_, i) => imports[i] !== null);
  const factor = currency === 'EUR' ? PAR : (toEuro?.(currency) ?? null);
  return consignmentOf(sumOf(goods.map(({ net }) => net)), factor);
}

/** What an engine has answered, and what the house decides of the same lines. */
interface Answered {
  readonly quote: TaxQuote;
  readonly decided: Taxation;
}

function priceBy(taxation: Taxation, request: PricingRequest, answered?: Answered): Priced {
  const digits = currencyDigits(request.currency);
  const { currency, pricesIncludeTax: included } = request;
  const amounts = request.lines.map((line, i) => amountOfLine(line, i, currency, digits));
  const groups: Group[] = [];
  for (let i = 0; i < amounts.length; i += 1) {
    const line = request.lines[i];
    if (!line || answered?.quote.lines[i]?.kind === 'given') continue;
    addToGroup(groups, taxation.chain(line, i), i, amounts[i]?.amount ?? 0n);
  }
  const lines: PricedLine[] = [];
  const byRate = isRoundedByRate(request);
  const rounding = byRate ? 'document' : request.rounding;
  const terms: GroupTerms = { amounts, included, rounding };
  const shares = byRate ? taxesByRate(groups, terms, request.seller) : null;
  const certificates = groups.map((group, g) =>
    priceGroup(group, shares?.[g] ?? taxesOfGroup(group, terms), terms, lines),
  );
  if (answered) takeQuoted(answered, request, amounts, lines, certificates);
  else warn(taxation, request.lines, lines);
  return totals(lines, certificates);
}

/** Japan rounds once for each rate of a document (qualified invoices, NTA), and never by line. */
const isRoundedByRate = ({ seller }: PricingRequest) => seller.country === 'JP';

/** A code that is not in the set-up is a slip: it would tax the line by nothing. */
function refuseUnknownCodes(taxation: Taxation, lines: readonly PricingLine[]): void {
  const unknown: UnknownTaxCode[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    if (!line?.taxCode || taxation.knows?.(line, i) !== false) continue;
    unknown.push({ pointer: `/lines/${i}/taxCode`, code: line.taxCode });
  }
  if (unknown.length > 0) throw unknownTaxCodes(unknown);
}

/** Beside the taxes, so that lines which are taxed alike stay one group, whatever is said of them. */
function warn(taxation: Taxation, asked: readonly PricingLine[], lines: PricedLine[]): void {
  asked.forEach((line, i) => {
    const warnings = taxation.warnings?.(line, i) ?? NO_WARNINGS;
    const priced = lines[i];
    if (warnings.length > 0 && priced) lines[i] = { ...priced, warnings };
  });
}

function takeQuoted(
  { quote, decided }: Answered,
  request: PricingRequest,
  amounts: readonly LineAmount[],
  lines: PricedLine[],
  certificates: Certificates[],
): void {
  amounts.forEach((amount, i) => {
    const quoted = quote.lines[i];
    const [line, priced] = [request.lines[i], lines[i]];
    if (quoted?.kind === 'given' && line) {
      // A rate of its own is for when the engine fails.
      const { decision } = decided.chain({ ...line, taxRate: null }, i);
      lines[i] = givenLine(quoted, amount, { taxCode: line.taxCode, decision }, request);
    } else if (priced) {
      const fallbackReason = quoted?.kind === 'fallback' ? quoted.reason : 'bad_answer';
      lines[i] = { ...priced, fallbackReason };
    }
  });
  certificates.push(() => givenGroups(lines));
}

function totals(lines: readonly PricedLine[], certificates: readonly Certificates[]): Priced {
  let [subtotal, taxTotal] = [0n, 0n];
  for (const line of lines) {
    subtotal += line.net;
    taxTotal += line.tax;
  }
  const total = subtotal + taxTotal;
  if (total > LARGEST_TOTAL || total < -LARGEST_TOTAL) {
    throw invalidField('/lines', 'max', 'The total is larger than an amount can be.');
  }
  return new Priced(subtotal, taxTotal, total, lines, certificates);
}

/** A class for its getter: an object that is written with one costs as much as pricing a line. */
class Priced implements PricedDocument {
  constructor(
    readonly subtotal: bigint,
    readonly taxTotal: bigint,
    readonly total: bigint,
    readonly lines: readonly PricedLine[],
    readonly certificates: readonly Certificates[],
    readonly consignment?: Consignment,
  ) {}

  get groups(): readonly TaxGroup[] {
    return this.certificates.flatMap((write) => write());
  }
}
