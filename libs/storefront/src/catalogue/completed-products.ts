import type { Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import type { PortalScope } from '@quittance/portal';
import type { CatalogueProduct } from './catalogue-product.js';
import { readLastOrdered, type LastOrdered } from './last-ordered.queries.js';
import { readProductImages, type ProductImage } from './product-images.js';
import { readProductProperties, type ProductProperty } from './product-properties.js';
import { pricesOf, shownPrice, type ShownPrice } from './prices-of-account.js';

/** What of a product is beside its row, or depends on who looks at it. */
export interface CustomerOfProduct {
  readonly price?: ShownPrice;
  /** Null where it was never ordered. */
  readonly lastOrdered?: LastOrdered | null;
  readonly images: readonly ProductImage[];
  readonly properties: readonly ProductProperty[];
}

type Shown = Partial<CatalogueProduct>;

/** Whose prices are shown, and by what the company's own fields of products are known. */
export interface ProductsFor {
  readonly accountId: AccountId;
  readonly models: CompanyModels;
}

/**
 * Products with their pictures and properties, and with the account's prices and when they were
 * last ordered for those alone who may see it: a few statements for any number.
 */
export async function completeProducts<Item extends Shown>(
  tx: Tx,
  scope: PortalScope,
  { accountId, models }: ProductsFor,
  items: readonly Item[],
): Promise<readonly (Item & CustomerOfProduct)[]> {
  const ids = items.flatMap(({ id }) => id ?? []);
  const priced = scope.rights.has('seePricing');
  const [prices, ordered, images, properties] = await Promise.all([
    priced ? pricesOf(tx, accountId, ids) : undefined,
    readLastOrdered(tx, scope, ids),
    readProductImages(tx, ids),
    readProductProperties(tx, models, ids, priced),
  ]);
  return items.map((item) => ({
    ...item,
    images: images.get(item.id as ProductId) ?? [],
    properties: properties.get(item.id as ProductId) ?? [],
    ...(prices && { price: shownPrice(prices, item as CatalogueProduct) }),
    ...(scope.rights.has('viewOrders') && {
      lastOrdered: ordered.get(item.id as ProductId) ?? null,
    }),
  }));
}
