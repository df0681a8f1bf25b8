import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import type { Quote } from '../quote.description.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced } from '../lines/quote-line.js';
import { costOf, type ProductCosts } from './margin.js';
import type { DiscountedLine, JudgedQuote } from './approval-rules.js';

/**
 * A line of a quote as approval looks at it: at its list price, where nothing lists it at the one
 * that was typed, and after all discounts.
 */
export function judgedLine(
  line: Pick<QuoteLine, 'position' | 'quantity' | 'listPrice' | 'unitPrice' | 'net' | 'total'>,
  { currency, pricesIncludeTax }: Pick<Quote, 'currency' | 'pricesIncludeTax'>,
): Omit<DiscountedLine, 'cost'> {
  const { position, quantity, net, total } = line;
  const price = line.listPrice ?? line.unitPrice;
  const listed = price === null ? null : wholePrice(quantity, price, currency);
  return { position, listed, amount: pricesIncludeTax ? total : net, net };
}

function wholePrice(quantity: string, price: string, currency: Currency): bigint {
  return roundToScale(multiply(decimal(quantity), decimal(price)), currencyDigits(currency));
}

/** A quote as the rules look at it: options too, as whoever accepts may choose them. */
export function judgedQuote(
  quote: Quote,
  lines: readonly QuoteLine[],
  baseCurrency: Currency,
  costs: ProductCosts,
): JudgedQuote {
  const { total, currency } = quote;
  const priced = lines.filter(isPriced).map((line) => {
    return { ...judgedLine(line, quote), cost: costOf(line, costs, currency) };
  });
  return { lines: priced, total, currency, baseCurrency };
}
