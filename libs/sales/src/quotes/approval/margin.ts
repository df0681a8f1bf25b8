import type { ProductCost } from '@quittance/catalog';
import type { ProductId } from '@quittance/kernel';
import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import type { QuoteLine } from '../lines/quote-line.description.js';

/** What units of products cost the company itself. */
export type ProductCosts = ReadonlyMap<ProductId, readonly ProductCost[]>;

/**
 * What a unit of what a line sells costs, as decimal text: null where its product has no cost,
 * undefined where it has one in other currencies alone, which nobody converts. Pure.
 */
export function unitCostOf(
  { productId }: Pick<QuoteLine, 'productId'>,
  costs: ProductCosts,
  currency: Currency,
): string | null | undefined {
  const known = productId === null ? undefined : costs.get(productId);
  if (!known || known.length === 0) return null;
  return known.find((each) => each.currency === currency)?.unitCost;
}

/** The same of all of a line, in minor units of the quote; `unknown` in other currencies. Pure. */
export function costOf(
  line: Pick<QuoteLine, 'productId' | 'quantity'>,
  costs: ProductCosts,
  currency: Currency,
): bigint | 'unknown' | null {
  const unitCost = unitCostOf(line, costs, currency);
  if (unitCost === undefined) return 'unknown';
  if (unitCost === null) return null;
  const whole = multiply(decimal(line.quantity), decimal(unitCost));
  return roundToScale(whole, currencyDigits(currency));
}
