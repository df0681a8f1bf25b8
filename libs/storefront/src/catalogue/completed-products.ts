import type { Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { PortalScope } from '@quittance/portal';
import type { CatalogueProduct } from './catalogue-product.js';
import { readLastOrdered, type LastOrdered } from './last-ordered.queries.js';
import { pricesOf, shownPrice, type ShownPrice } from './prices-of-account.js';

/** What of a product depends on who looks at it. */
export interface CustomerOfProduct {
  readonly price?: ShownPrice;
  /** Null where it was never ordered. */
  readonly lastOrdered?: LastOrdered | null;
}

type Shown = Partial<CatalogueProduct>;

/**
 * Products with the account's prices and with when they were last ordered, each for those alone who
 * may see it: three statements for any number.
 */
export async function completeProducts<Item extends Shown>(
  tx: Tx,
  scope: PortalScope,
  accountId: AccountId,
  items: readonly Item[],
): Promise<readonly (Item & CustomerOfProduct)[]> {
  const ids = items.flatMap(({ id }) => id ?? []);
  const priced = scope.rights.has('seePricing');
  const [prices, ordered] = await Promise.all([
    priced ? pricesOf(tx, accountId, ids) : undefined,
    readLastOrdered(tx, scope, ids),
  ]);
  return items.map((item) => ({
    ...item,
    ...(prices && { price: shownPrice(prices, item as CatalogueProduct) }),
    ...(scope.rights.has('viewOrders') && {
      lastOrdered: ordered.get(item.id as ProductId) ?? null,
    }),
  }));
}
