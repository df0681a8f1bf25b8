import { findProductsNamed } from '@quittance/catalog';
import type { Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { sentMembers, SKU, type DocumentShape } from './document-shape.js';

type Line = Readonly<Record<string, unknown>>;

/**
 * Lines of documents as the body of a new one would have them, each with what its product is called
 * now: what they were stored with besides is made of that again.
 * @param lines written again, with the id of the document that each is of
 */
export async function soldLines(
  tx: Tx,
  shape: Pick<DocumentShape, 'line' | 'lists'>,
  lines: readonly { readonly of: string; readonly line: Line }[],
): Promise<ReadonlyMap<string, readonly Line[]>> {
  const ids = lines.flatMap(({ line: { productId } }) =>
    typeof productId === 'string' ? [productId as ProductId] : [],
  );
  const products = await findProductsNamed(tx, { ids: [...new Set(ids)], skus: [] });
  const skus = new Map(products.map(({ id, sku }) => [id as string, sku]));
  const members = sentMembers(shape.line);
  const known = new Set([...members.keys(), ...(shape.lists ?? [])]);
  const shown = ([name, value]: [string, unknown]) => {
    const isDecimal = members.get(name)?.field.type === 'number' && typeof value === 'string';
    return [name, isDecimal ? trimDecimal(value) : value] as const;
  };
  const byDocument = new Map<string, Line[]>();
  for (const { of, line } of lines) {
    const { productId, ...rest } = line;
    const said = Object.entries(rest).filter(([name]) => known.has(name));
    const sku = typeof productId === 'string' ? skus.get(productId) : undefined;
    const own = byDocument.get(of) ?? [];
    own.push({ ...(sku !== undefined && { [SKU]: sku }), ...Object.fromEntries(said.map(shown)) });
    byDocument.set(of, own);
  }
  return byDocument;
}
