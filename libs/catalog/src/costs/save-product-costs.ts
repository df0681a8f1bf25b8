import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx, type ProductId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { rowScope } from '@quittance/objects';
import { readProductCosts, storeProductCosts, type ProductCost } from './product-cost.js';

/** What a product costs the company itself: read and said by whoever has the right to it. */
@Injectable()
export class SaveProductCosts {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  read(ctx: Ctx, id: ProductId): Promise<readonly ProductCost[]> {
    return this.db.read(ctx, async (tx) => {
      await requireProduct(tx, id);
      return costsOf(tx, id);
    });
  }

  /**
   * Puts these in place of all it has. The log says which currencies they are in: whoever reads it
   * need not have the right to the figures.
   * @throws DomainError not_found, validation_failed, currency_not_enabled
   */
  execute(ctx: Ctx, id: ProductId, costs: readonly ProductCost[]): Promise<readonly ProductCost[]> {
    return this.db.write(ctx, async (tx) => {
      await requireProduct(tx, id, 'for no key update of p');
      const company = await readCompanyTerms(tx);
      costs.forEach(({ currency }, i) => {
        refuseDisabled(company, currency, `/costs/${i}/currency`);
        if (costs.findIndex((each) => each.currency === currency) < i) {
          throw invalidField(`/costs/${i}/currency`, 'unique', 'stands here twice');
        }
      });
      await storeProductCosts(tx, id, costs);
      const after = { costsIn: costs.map(({ currency }) => currency) };
      audit(tx, { action: 'product.costs_saved', object: 'product', recordId: id, after });
      return costsOf(tx, id);
    });
  }
}

async function costsOf(tx: Tx, id: ProductId): Promise<readonly ProductCost[]> {
  const costs = (await readProductCosts(tx, [id])).get(id) ?? [];
  return costs.map(({ currency, unitCost }) => ({ currency, unitCost: trimDecimal(unitCost) }));
}

const PRODUCT = `select p.id from catalog.product p
  where p.company_id = $1 and p.id = $2 and p.deleted_at is null`;

/** As far as the actor may see it. @throws DomainError not_found */
async function requireProduct(tx: Tx, id: ProductId, lock = ''): Promise<void> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, 'products', 'p', (value) => `$${params.push(value)}`);
  const seen = scope === null ? '' : ` and ${scope}`;
  const mayView = tx.ctx.permissions.can('products', 'view');
  if (mayView && (await tx.maybe(`${PRODUCT}${seen} ${lock}`, params))) return;
  throw notFound({ object: 'product' });
}
