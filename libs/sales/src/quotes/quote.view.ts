import type { FieldValues } from '@quittance/fields';
import { discountOf, documentLineViews, unitPriceText } from '@quittance/lines';
import { formatMinor, trimDecimal } from '@quittance/money';
import { headOf, lineHeadOf } from '@quittance/nouns';
import { quoteLineNoun, type QuoteLine } from './lines/quote-line.description.js';
import { allowancesByLine, type TakenOff } from './approval/allowances.js';
import { judgedLine, overTerm } from './approval/judged-quote.js';
import { shareInPercent, toldFindings } from './approval/approval-rules.js';
import { sectionTotals } from './quote-figures.js';
import { quoteNoun, type Quote, type QuoteHeadRow } from './quote.description.js';

/** A quote without its lines, as lists show it. */
export const quoteHead = headOf(quoteNoun, {
  approval: ({ approval }: Pick<Quote, 'approval'>) => toldFindings(approval),
});
export type QuoteHead = ReturnType<typeof quoteHead>;

const lineView = lineHeadOf(quoteLineNoun, {
  unitPrice: ({ unitPrice }: Pick<QuoteLine, 'unitPrice'>, currency: string) =>
    unitPrice === null ? null : unitPriceText(unitPrice, currency),
  discount: (line: Pick<QuoteLine, 'discountPercent' | 'discountGiven'>, currency: string) =>
    discountOf(line, currency),
  taxUndetermined: documentLineViews.taxUndetermined,
});

/** A quote with its lines as the API shows it. */
export function quoteView(quote: Quote, lines: readonly QuoteLine[]) {
  const { currency } = quote;
  const sections = sectionTotals(lines);
  const off = allowancesByLine(lines);
  return {
    ...quoteHead(quote),
    lines: lines.map((line, i) => {
      const sum = sections.get(i);
      // Behind the others without a spread, which would give each line a hidden class of its own.
      return Object.assign(lineView(line, currency), {
        sectionTotal: sum === undefined ? null : formatMinor(sum, currency),
        effectiveDiscount: effectiveDiscount(line, quote, off.get(line.id)),
      });
    }),
  };
}

export type QuoteView = ReturnType<typeof quoteView>;

/** Of a line that is listed, in percent with two decimals. */
function effectiveDiscount(
  line: QuoteLine,
  quote: Quote,
  off: TakenOff | undefined,
): string | null {
  if (line.kind === 'adjustment') return null;
  const { paid, whole, ...judged } = judgedLine(line, quote, off);
  const { listed, amount } = overTerm({ ...judged, cost: null }, { paid, whole });
  if (listed === null || listed <= 0n) return null;
  return trimDecimal(shareInPercent(listed - amount, listed));
}

/** What events say of a quote: identity, links, dates and money. */
export function quoteSummary(quote: Quote) {
  const amount = (minor: bigint) => formatMinor(minor, quote.currency);
  return {
    id: quote.id,
    version: quote.version,
    number: quote.number,
    revision: quote.revision,
    status: quote.status,
    accountId: quote.accountId,
    dealId: quote.dealId,
    currency: quote.currency,
    issueDate: quote.issueDate,
    validUntil: quote.validUntil,
    total: amount(quote.total),
    mrr: amount(quote.mrr),
  };
}

const NOT_FOR_RULES = [
  'figures',
  'approval',
  'requestedChanges',
  'discount',
  'adjustments',
  'shipTo',
];

/** The standard fields of a quote, for rules and formulas over it. */
export function quoteFieldValues(quote: QuoteHeadRow): FieldValues {
  const head = Object.entries(quoteHead(quote)).filter(([name]) => !NOT_FOR_RULES.includes(name));
  const { billTo } = quote;
  const values = {
    ...Object.fromEntries(head),
    billTo: { ...billTo, address: { ...billTo.address } },
  };
  return values as FieldValues;
}
