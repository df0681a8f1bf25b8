import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import { lineAmounts } from '@quittance/tax';

/** A line with what one of it costs now; null where it has no price. */
export interface CostingLine {
  readonly line: { readonly id: string; readonly quantity: string };
  readonly unitPrice: string | null;
}

/** What all lines may come to, net: with the tax of any rate it is an amount that a document holds. */
const MOST_TOGETHER = 10n * lineAmounts.largest;

/**
 * Which lines are above what a document holds, by themselves or behind those that stand before
 * them: a price that rose may have taken them there since they were put into the cart. Pure.
 */
export function boundless(lines: readonly CostingLine[], currency: Currency): ReadonlySet<string> {
  const found = new Set<string>();
  const digits = currencyDigits(currency);
  let together = 0n;
  for (const { line, unitPrice } of lines) {
    if (unitPrice === null) continue;
    const net = roundToScale(multiply(decimal(line.quantity), decimal(unitPrice)), digits);
    if (net > lineAmounts.largest || together + net > MOST_TOGETHER) found.add(line.id);
    else together += net;
  }
  return found;
}
