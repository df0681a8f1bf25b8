import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import type { Quote } from '../quote.description.js';
import { allowancesByLine, type TakenOff } from './allowances.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced } from '../lines/quote-line.js';
import { costOf, type ProductCosts } from './margin.js';
import type { DiscountedLine, JudgedQuote } from './approval-rules.js';

/**
 * A line of a quote as approval looks at it: at its list price, where nothing lists it at the one
 * that was typed, and after all discounts.
 * @param off what allowances of the whole quote take off it
 */
export function judgedLine(
  line: Pick<QuoteLine, 'position' | 'quantity' | 'listPrice' | 'unitPrice' | 'net' | 'total'>,
  { currency, pricesIncludeTax }: Pick<Quote, 'currency' | 'pricesIncludeTax'>,
  off: TakenOff = { net: 0n, total: 0n },
): Omit<DiscountedLine, 'cost'> {
  const { position, quantity } = line;
  const [net, total] = [line.net - off.net, line.total - off.total];
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
  const off = allowancesByLine(lines);
  const priced = lines.filter(isPriced).map((line) => {
    return { ...judgedLine(line, quote, off.get(line.id)), cost: costOf(line, costs, currency) };
  });
  return { lines: priced, total, currency, baseCurrency };
}
