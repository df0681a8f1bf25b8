import { findProductsNamed, reachedProducts } from '@quittance/catalog';
import { findAccountsByKey, reachedAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { invalidFields, type AccountId, type FieldError } from '@quittance/kernel';
import { SKU } from './document-columns.js';

/** What a document names its account by instead of its id: its key in another system. */
export const ACCOUNT_KEY = 'accountKey';

type Body = Readonly<Record<string, unknown>>;

/**
 * A document with the ids of what it names by a key: its account, and products of its lines.
 * @throws DomainError validation_failed naming what there is not
 */
export async function withIds(tx: Tx, body: Body): Promise<Body> {
  const { [ACCOUNT_KEY]: key, ...rest } = body;
  const lines = (Array.isArray(rest.lines) ? rest.lines : []) as readonly unknown[];
  const skus = lines.map(skuOf);
  const [accountId, products] = await Promise.all([
    typeof key === 'string' ? accountByKey(tx, key) : undefined,
    findProductsNamed(tx, { ids: [], skus: skus.flatMap((sku) => sku ?? []) }),
  ]);
  const errors: FieldError[] = [];
  const reached = await reachedProducts(
    tx,
    products.map(({ id }) => id),
  );
  // One that is beyond the scope is as little there as none.
  const bySku = new Map(products.flatMap(({ sku, id }) => (reached.has(id) ? [[sku, id]] : [])));
  const named = lines.map((line, i): unknown => {
    const sku = skus[i];
    if (sku === undefined) return line;
    const { [SKU]: _, ...more } = line as Body;
    const productId = bySku.get(sku);
    if (productId) return { ...more, productId };
    errors.push({
      pointer: `/lines/${i}/${SKU}`,
      code: 'reference_not_found',
      message: NO_PRODUCT,
    });
    return more;
  });
  if (key !== undefined && !accountId) {
    errors.push({ pointer: `/${ACCOUNT_KEY}`, code: 'reference_not_found', message: NO_ACCOUNT });
  }
  if (errors.length > 0) throw invalidFields(errors);
  const known = Array.isArray(rest.lines) ? { ...rest, lines: named } : rest;
  return accountId ? { ...known, accountId } : known;
}

const NO_PRODUCT = 'There is no such product.';
const NO_ACCOUNT = 'There is no such account.';

/** One that is beyond the scope is as little there as none. */
async function accountByKey(tx: Tx, key: string): Promise<AccountId | undefined> {
  const id = (await findAccountsByKey(tx, [key])).get(key);
  if (id === undefined || !tx.ctx.permissions.can('accounts', 'view')) return id;
  return (await reachedAccounts(tx, 'accounts', [id])).has(id) ? id : undefined;
}

function skuOf(line: unknown): string | undefined {
  if (typeof line !== 'object' || line === null) return undefined;
  const sku = (line as Body)[SKU];
  return typeof sku === 'string' ? sku : undefined;
}
