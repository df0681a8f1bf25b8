import { add, decimal, formatDecimal, trimDecimal } from '@quittance/money';
import type { CatalogueProduct } from '../catalogue/catalogue-product.js';
import { productNotAvailable } from '../storefront.errors.js';
import { newCartLine, type CartLine, type SaidLine } from './cart.js';
import { quantityFault } from '@quittance/catalog';

/** Something that is to be added, of the product that it is by now. */
export interface MoreOf {
  /** Undefined where customers are not shown it, or it never was. */
  readonly product: CatalogueProduct | undefined;
  readonly quantity: string;
  readonly note?: string | null;
}

/** What has become of something that was to be added. */
export const ADDED = [
  'added',
  'merged',
  'product_not_available',
  'quantity_below_minimum',
  'quantity_step',
] as const;
export type Added = (typeof ADDED)[number];

/** Whether something has come into the cart. */
export const isAdded = (outcome: Added): boolean => outcome === 'added' || outcome === 'merged';

/**
 * Adds to the lines of a cart, one after the other: what is there already becomes more, the rest
 * comes behind it. For each it says what has become of it, in their order. Pure.
 */
export function addEach(
  before: readonly CartLine[],
  more: readonly MoreOf[],
): { readonly lines: readonly CartLine[]; readonly outcomes: readonly Added[] } {
  const lines = [...before];
  const outcomes = more.map(({ product, quantity: asked, note }): Added => {
    if (!product) return productNotAvailable.code as Added;
    const at = lines.findIndex(({ productId }) => productId === product.id);
    const there = lines[at];
    const quantity = there ? plus(there.quantity, asked) : trimDecimal(asked);
    const fault = quantityFault(product, quantity);
    if (fault) return fault;
    if (there) {
      lines[at] = { ...there, quantity };
      return 'merged';
    }
    const said: SaidLine = { productId: product.id, quantity, ...(note && { note }) };
    lines.push(newCartLine(said));
    return 'added';
  });
  return { lines, outcomes };
}

function plus(a: string, b: string): string {
  return trimDecimal(formatDecimal(add(decimal(a), decimal(b))));
}
