import type { ProductCost } from '@quittance/catalog';
import type { ProductId } from '@quittance/kernel';
import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import type { QuoteLine } from '../lines/quote-line.description.js';

/** What units of products cost the company itself. */
export type ProductCosts = ReadonlyMap<ProductId, readonly ProductCost[]>;

/**
 * What a line costs, in minor units of the quote: null where its product has no cost, `unknown`
 * where it has one in other currencies alone, which nobody converts. Pure.
 */
export function costOf(
  { productId, quantity }: Pick<QuoteLine, 'productId' | 'quantity'>,
  costs: ProductCosts,
  currency: Currency,
): bigint | 'unknown' | null {
  const known = productId === null ? undefined : costs.get(productId);
  if (!known || known.length === 0) return null;
  const own = known.find((each) => each.currency === currency);
  if (!own) return 'unknown';
  const whole = multiply(decimal(quantity), decimal(own.unitCost));
  return roundToScale(whole, currencyDigits(currency));
}
