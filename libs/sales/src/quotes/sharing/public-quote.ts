import type { LocalDate } from '@quittance/calendar';
import type { Company } from '@quittance/company';
import { printedLanguage } from '@quittance/documents';
import { discountOf, unitPriceText } from '@quittance/lines';
import { formatMinor, trimDecimal } from '@quittance/money';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { depositOf } from '../deposit.js';
import { sectionTotals } from '../quote-figures.js';
import type { Quote } from '../quote.description.js';
import { isOpenQuote } from '../quote.js';
import { renewalOf } from '../renewal.js';

/** What of a quote is not in it. */
export interface PublicQuoteFacts {
  readonly today: LocalDate;
  /** It waits for an approval, and nobody answers it meanwhile. */
  readonly waits: boolean;
  /** Whoever accepted it would be refused: see `ReviewedQuotes`. */
  readonly refused: boolean;
}

/** What a quote is to its customer: what the company works with is not in it. */
export function publicQuote(
  quote: Quote,
  lines: readonly QuoteLine[],
  company: Pick<Company, 'legalName' | 'tradeName' | 'address' | 'documentLanguage' | 'locale'>,
  { today, waits, refused }: PublicQuoteFacts,
) {
  const { currency } = quote;
  const money = (minor: bigint) => formatMinor(minor, currency);
  const sections = sectionTotals(lines);
  const open = isOpenQuote(quote, today);
  const deposit = depositOf(quote.deposit, quote.total, currency);
  const { legalName, tradeName, address } = company;
  return {
    number: quote.number,
    revision: quote.revision,
    status: quote.status,
    /** Whether it can be rejected or sent back at this moment. */
    open: open && !waits,
    /** Whether it can be accepted at this moment. */
    acceptable: open && !waits && !refused,
    /** Whether the seller has to settle something of it before it can be accepted. */
    beingReviewed: open && (waits || refused),
    beingRevised: quote.supersededById !== null,
    seller: { name: tradeName ?? legalName, legalName, address },
    billTo: quote.billTo,
    language: printedLanguage(company, quote.language),
    /** BCP 47, for its figures, where it is of that language. */
    locale: company.locale,
    currency,
    issueDate: quote.issueDate,
    validUntil: quote.validUntil,
    termMonths: quote.termMonths,
    /** Null where what recurs ends with its term. */
    renewal: renewalOf(quote),
    startOn: quote.startOn,
    title: quote.title,
    introduction: quote.introduction,
    terms: quote.terms,
    notes: quote.notes,
    paymentTerms: quote.paymentTerms,
    pricesIncludeTax: quote.pricesIncludeTax,
    signatureRequired: quote.signatureRequired,
    poNumber: quote.poNumber,
    lines: lines.map((line, i) => ({
      ...publicLine(line, currency),
      sectionTotal: sections.has(i) ? money(sections.get(i) ?? 0n) : null,
    })),
    subtotal: money(quote.subtotal),
    taxTotal: money(quote.taxTotal),
    total: money(quote.total),
    /** What is to be paid ahead, with tax. */
    deposit: deposit === null ? null : money(deposit),
    figures: quote.figures,
    contentHash: quote.contentHash,
  };
}

export type PublicQuote = ReturnType<typeof publicQuote>;

function publicLine(line: QuoteLine, currency: string) {
  const money = (minor: bigint) => formatMinor(minor, currency);
  const { minQuantity, maxQuantity } = line;
  return {
    id: line.id,
    position: line.position,
    kind: line.kind,
    adjustment: line.adjustment,
    sku: line.sku,
    description: line.description,
    quantity: trimDecimal(line.quantity),
    unit: line.unit,
    unitPrice: line.unitPrice && unitPriceText(line.unitPrice, currency),
    discount: discountOf(line, currency),
    /** What the discount comes to. */
    discountAmount: money(line.discountAmount),
    /** For how many periods the discount holds; null: always. */
    discountPeriods: line.discountPeriods,
    share: money(line.share),
    net: money(line.net),
    taxRate: trimDecimal(line.taxRate),
    tax: money(line.tax),
    total: money(line.total),
    frequency: line.frequency,
    timing: line.timing,
    trialDays: line.trialDays,
    termPeriods: line.termPeriods,
    /** What usage costs beside, in no total. */
    charges: line.charges,
    /** The least that flat price and usage of a period come to, net; null: none. */
    usageMinimum: line.usageMinimum === null ? null : money(line.usageMinimum),
    optional: line.optional,
    selected: line.selected,
    minQuantity: minQuantity && trimDecimal(minQuantity),
    maxQuantity: maxQuantity && trimDecimal(maxQuantity),
  };
}
