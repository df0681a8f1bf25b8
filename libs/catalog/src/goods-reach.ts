import { reach } from '@quittance/access';
import { arrays, type Tx } from '@quittance/database';
import { invalidFields, type FieldError, type ProductId } from '@quittance/kernel';
import type { PriceBookId } from './price-books/price-book.js';

/** What a document names of the catalogue. */
interface NamedGoods {
  readonly priceBookId?: PriceBookId | null | undefined;
  readonly lines?: readonly { readonly productId?: ProductId | null | undefined }[] | undefined;
}

/** Whoever may not look at a kind of records at all names them by their ids, as an API key does. */
const scopeOf = ({ ctx: { permissions } }: Tx, resource: string) =>
  permissions.can(resource, 'view') ? permissions.scope(resource, 'view') : 'all';

/** Those of the products that the actor may name. By primary key; asked by a narrow scope alone. */
export async function reachedProducts(
  tx: Tx,
  ids: readonly ProductId[],
): Promise<ReadonlySet<ProductId>> {
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = scopeOf(tx, 'products');
  const within = reach.within(tx.ctx, scope, { ways: [[]], alias: 'p' }, bind);
  if (within === null || ids.length === 0) return new Set(ids);
  const found = await tx.rows<{ id: ProductId }>(
    `select p.id from catalog.product p
     where p.company_id = $1 and p.id = any($2::uuid[]) and ${within}`,
    params,
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * What the guard of records asks of a body, of the price book and the products that a file names:
 * what is beyond the scope is refused as what is not there.
 * @throws DomainError validation_failed naming each that is not within reach
 */
export async function requireReachedGoods(
  tx: Tx,
  { priceBookId = null, lines = [] }: NamedGoods,
): Promise<void> {
  const ids = lines.flatMap(({ productId }) => productId ?? []);
  const [products, hasBook] = await Promise.all([
    reachedProducts(tx, ids),
    priceBookId === null || reachesBook(tx, priceBookId),
  ]);
  const errors = lines.flatMap(({ productId }, i): FieldError[] => {
    if (!productId || products.has(productId)) return [];
    return [noSuch(`/lines/${i}/productId`, 'product')];
  });
  if (!hasBook) errors.unshift(noSuch('/priceBookId', 'price book'));
  if (errors.length > 0) throw invalidFields(errors);
}

async function reachesBook(tx: Tx, id: PriceBookId): Promise<boolean> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = scopeOf(tx, 'pricebooks');
  const within = reach.within(tx.ctx, scope, { ways: [[]], alias: 'b' }, bind);
  if (within === null) return true;
  const text = `select from catalog.price_book b
    where b.company_id = $1 and b.id = $2 and ${within}`;
  return (await tx.maybe(text, params)) !== undefined;
}

function noSuch(pointer: string, words: string): FieldError {
  return { pointer, code: 'reference_not_found', message: `There is no such ${words}.` };
}
