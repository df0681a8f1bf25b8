import { buyerOf } from '@quittance/lines';
import { companyTaxParty, RateBook } from '@quittance/tax';
import type { CurrentTerms } from '@quittance/company';
import {
  priceChosen,
  type PricedQuote,
  type PricedQuoteLine,
  type TaxedBefore,
} from '../../pricing/price-quote.js';
import { quoteTotals } from '../../pricing/quote-totals.js';
import { amountsOf, termOf, termsOfQuote } from '../lines/price-quote-lines.js';
import { isPriced, keptQuoteLine, quotedLine } from '../lines/quote-line.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { figureColumns, type QuoteFigures } from '../quote-figures.js';
import type { Quote } from '../quote.description.js';

/** A quote with what was chosen of it. */
export interface SelectedQuote {
  readonly quote: Quote;
  readonly lines: readonly QuoteLine[];
}

/**
 * Prices what was chosen of a fixed quote, at its prices and taxed as it was offered: no price is
 * looked up and no rate decided. Pure.
 */
export function priceSelected(
  quote: Quote,
  lines: readonly QuoteLine[],
  company: CurrentTerms,
): SelectedQuote {
  const { currency, accountId, billTo } = quote;
  const buyer = buyerOf(accountId, billTo);
  const party = companyTaxParty(company);
  const seller = { party, rounding: quote.taxRounding, book: RateBook.empty };
  const priced = lines.filter(isPriced);
  const quoted = priced.map((line) => quotedLine(keptQuoteLine(line, currency)));
  const taxed = priced.map((line): TaxedBefore => {
    const { taxCode, taxFallback, taxCategory, taxReason, net, taxes } = line;
    return { taxCode, taxFallback, taxCategory, taxReason, net, taxes };
  });
  const terms = termsOfQuote(quote);
  const chosen = priceChosen(terms, seller, buyer, quoted, taxed);
  const found: PricedQuote = {
    lines: priced.map((_, i) => chosen.lines.get(i) as PricedQuoteLine),
    chosen: chosen.totals,
    withOptions: chosen.totals,
  };
  const facts = { terms, term: termOf(quote, quote.issueDate), seller, buyer };
  const columns = figureColumns(quoteTotals(facts, quoted, found, taxed), currency);
  const { withOptions } = quote.figures;
  const figures: QuoteFigures = { ...columns.figures, withOptions };
  const amounts = new Map(priced.map(({ id }, i) => [id, chosen.lines.get(i)]));
  return {
    quote: { ...quote, ...columns, figures },
    lines: lines.map((line) => withAmounts(line, amounts.get(line.id))),
  };
}

/** An option that is not chosen stays priced as it was offered. */
function withAmounts(line: QuoteLine, found: PricedQuoteLine | undefined): QuoteLine {
  if (!found) return line;
  const { taxFallbackReason } = line;
  return { ...line, ...amountsOf(found), taxFallbackReason };
}
