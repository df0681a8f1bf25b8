import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { accountInReach, resolveScope, type PortalCtx, type PortalScope } from '@quittance/portal';
import {
  findShownProduct,
  findShownProducts,
  lookUpProducts,
  readCategories,
} from './catalogue.queries.js';
import { completeProducts } from './completed-products.js';
import { pricesOf, shownPrice } from './prices-of-account.js';

/**
 * What customers are shown of products, by the prices of an account in their reach. Those who see
 * no prices have none.
 */
@Injectable()
export class Catalogue {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, reference_not_found */
  product(ctx: PortalCtx, id: ProductId, named: AccountId | undefined) {
    return this.priced(ctx, named, async (tx, scope, accountId) => {
      const product = await findShownProduct(tx, id);
      const { models } = this;
      const [completed] = await completeProducts(tx, scope, { accountId, models }, [product]);
      return completed ?? product;
    });
  }

  /** @throws DomainError reference_not_found */
  lookUp(ctx: PortalCtx, words: string, named: AccountId | undefined) {
    return this.priced(ctx, named, async (tx, scope, accountId) =>
      completeProducts(
        tx,
        scope,
        { accountId, models: this.models },
        await lookUpProducts(tx, words),
      ),
    );
  }

  /**
   * The prices of products, in the order asked; what customers are not shown is left out.
   * @throws DomainError reference_not_found
   */
  prices(ctx: PortalCtx, ids: readonly ProductId[], named: AccountId | undefined) {
    return this.priced(ctx, named, async (tx, _, accountId) => {
      const [products, prices] = await Promise.all([
        findShownProducts(tx, ids),
        pricesOf(tx, accountId, ids),
      ]);
      return [...new Set(ids)].flatMap((id) => {
        const product = products.get(id);
        return product ? [{ productId: id, price: shownPrice(prices, product) }] : [];
      });
    });
  }

  categories(ctx: PortalCtx) {
    return this.db.read(ctx, readCategories);
  }

  private priced<T>(
    ctx: PortalCtx,
    named: AccountId | undefined,
    work: (tx: Tx, scope: PortalScope, accountId: AccountId) => Promise<T>,
  ): Promise<T> {
    return this.db.read(ctx, async (tx) => {
      const scope = await resolveScope(tx, ctx.portal);
      return work(tx, scope, accountInReach(scope, named));
    });
  }
}
