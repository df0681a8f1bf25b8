import type { ProductId } from '@quittance/kernel';
import { seenOf, type PortalCtx } from '@quittance/portal';
import type { CartView, FillCart, QuickOrder } from '@quittance/storefront/host';
import { CART } from '../shown/carts.js';

/** A cart as its user sees it: without prices who may see none. */
export async function seenCart(
  { portal: { rights } }: PortalCtx,
  cart: Promise<CartView>,
): Promise<Partial<CartView>> {
  return seenOf(CART, await cart, rights);
}

export async function filledCart(ctx: PortalCtx, filled: ReturnType<FillCart['execute']>) {
  const { skipped, ...cart } = await filled;
  return { ...seenOf(CART, cart, ctx.portal.rights), skipped };
}

export async function quickAnswer(ctx: PortalCtx, answer: ReturnType<QuickOrder['execute']>) {
  const { results, cart } = await answer;
  return { results, cart: cart && seenOf(CART, cart, ctx.portal.rights) };
}

/** A line of something that a user was found to reach. */
export interface Former {
  readonly productId: ProductId | null;
  readonly description: string;
  readonly quantity: string;
  /** Of a document; a text is none that is ordered. */
  readonly kind?: string;
}

/** The lines that say what is ordered. */
export function formerOf(lines: readonly Former[]) {
  return lines
    .filter(({ kind = 'one_off' }) => kind === 'one_off' || kind === 'recurring')
    .map(({ productId, description, quantity }) => ({ productId, description, quantity }));
}
