import type { Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { PortalScope } from '@quittance/portal';
import type { CatalogueProduct } from './catalogue-product.js';
import { readLastOrdered, type LastOrdered } from './last-ordered.queries.js';
import { readProductImages, type ProductImage } from './product-images.js';
import { pricesOf, shownPrice, type ShownPrice } from './prices-of-account.js';

/** What of a product is beside its row, or depends on who looks at it. */
export interface CustomerOfProduct {
  readonly price?: ShownPrice;
  /** Null where it was never ordered. */
  readonly lastOrdered?: LastOrdered | null;
  readonly images: readonly ProductImage[];
}

type Shown = Partial<CatalogueProduct>;

/**
 * Products with their pictures, and with the account's prices and when they were last ordered for
 * those alone who may see it: a few statements for any number.
 */
export async function completeProducts<Item extends Shown>(
  tx: Tx,
  scope: PortalScope,
  accountId: AccountId,
  items: readonly Item[],
): Promise<readonly (Item & CustomerOfProduct)[]> {
  const ids = items.flatMap(({ id }) => id ?? []);
  const priced = scope.rights.has('seePricing');
  const [prices, ordered, images] = await Promise.all([
    priced ? pricesOf(tx, accountId, ids) : undefined,
    readLastOrdered(tx, scope, ids),
    readProductImages(tx, ids),
  ]);
  return items.map((item) => ({
    ...item,
    images: images.get(item.id as ProductId) ?? [],
    ...(prices && { price: shownPrice(prices, item as CatalogueProduct) }),
    ...(scope.rights.has('viewOrders') && {
      lastOrdered: ordered.get(item.id as ProductId) ?? null,
    }),
  }));
}
