import {
  invalidFields,
  type DomainError,
  type FieldError,
  type ProductId,
} from '@quittance/kernel';
import { defineObject } from '@quittance/metadata';
import { readValues, type ReadOptions } from '@quittance/fields';
import type { Product } from '../products/product.js';
import { priceBookEntryNoun } from './price-book-entry.description.js';

const { productId, sku, productName, minQuantity, unitPrice } = priceBookEntryNoun.members;

/** What a row of a file may say of a price. Not an object of its own: its book is in the path. */
export const entryRow = defineObject({
  name: 'price-book-entry',
  label: 'Price',
  pluralLabel: 'Prices',
  path: '/pricebooks/entries',
  resource: 'pricebooks',
  table: 'catalog.price_book_entry',
  owned: false,
  authored: false,
  customizable: false,
  titleField: 'sku',
  defaultSort: 'sku',
  fields: {
    productId: productId.field,
    sku: sku.field,
    productName: productName.field,
    minQuantity: { ...minQuantity.field, default: '0' },
    unitPrice: { ...unitPrice.field, required: true },
  },
});

/** What a download shows besides; a file that was downloaded can be loaded again. */
const SHOWN = new Set(['id', 'priceBookId', 'productName', 'version', 'createdAt', 'updatedAt']);

/** A row as it is understood, or what is wrong with it. */
export type ReadRow =
  | {
      readonly productId: ProductId | null;
      readonly sku: string | null;
      readonly minQuantity: string;
      readonly unitPrice: string;
      readonly error?: undefined;
    }
  | {
      /** What else the row says is looked up all the same: all that is wrong is told at once. */
      readonly productId: ProductId | null;
      readonly sku: string | null;
      readonly error: DomainError;
    };

export function readEntryRow(
  row: Readonly<Record<string, unknown>>,
  options: Omit<ReadOptions, 'mode'>,
): ReadRow {
  const said = Object.fromEntries(Object.entries(row).filter(([name]) => !SHOWN.has(name)));
  const { values, errors } = readValues(entryRow, said, { ...options, mode: 'create' });
  const { productId, sku, minQuantity, unitPrice } = values;
  const named = {
    productId: (productId ?? null) as ProductId | null,
    sku: (sku ?? null) as string | null,
  };
  if (errors.length > 0) return { ...named, error: invalidFields(errors) };
  return {
    ...named,
    minQuantity: String(minQuantity ?? '0'),
    unitPrice: String(unitPrice),
  };
}

/** The products that rows may mean, by id and by SKU. */
export interface KnownProducts {
  readonly byId: ReadonlyMap<string, Product>;
  readonly bySku: ReadonlyMap<string, Product>;
}

/** The product that a row means by its id, its SKU, or both; or why it means none. */
export function productOfRow(
  { productId, sku }: Pick<ReadRow, 'productId' | 'sku'>,
  { byId, bySku }: KnownProducts,
): { readonly product: Product } | { readonly error: DomainError } {
  const wrong = (pointer: string, code: string, message: string) => {
    const errors: FieldError[] = [{ pointer, code, message }];
    return { error: invalidFields(errors) };
  };
  if (productId === null && sku === null) {
    return wrong('/sku', 'required', 'must be given, or a product id');
  }
  const named = productId === null ? undefined : byId.get(productId);
  if (productId !== null && !named) {
    return wrong('/productId', 'reference_not_found', 'There is no such product in this company.');
  }
  const product = sku === null ? named : bySku.get(sku);
  if (!product)
    return wrong('/sku', 'reference_not_found', 'There is no such product in this company.');
  if (named && named.id !== product.id) {
    return wrong('/sku', 'mismatch', 'is not the SKU of the product that the id names');
  }
  return { product };
}
