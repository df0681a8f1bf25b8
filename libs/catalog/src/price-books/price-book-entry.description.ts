import { datetime, integer, lookup, number, text } from '@quittance/fields';
import type { ProductId } from '@quittance/kernel';
import {
  completed,
  describeNoun,
  required,
  system,
  type AnswerOf,
  type DraftOf,
  type PatchOf,
} from '@quittance/nouns';
import type { PriceBookEntryId, PriceBookId } from './price-book.js';

/** The highest price and quantity: twelve digits before the point, six behind it. */
export const MAX_PRICE = '999999999999';

const DECIMAL = { scale: 6, min: '0', max: MAX_PRICE } as const;
const unlisted = { listed: false } as const;

/** The price of a product in a book from a quantity on, with what is shown of the product. */
export const priceBookEntryNoun = describeNoun({
  name: 'price-book-entry',
  label: 'Price',
  pluralLabel: 'Prices',
  path: '/pricebooks/:id/entries',
  table: 'catalog.price_book_entry',
  alias: 'e',
  defaultSort: 'productName,minQuantity',
  members: {
    id: system(lookup<PriceBookEntryId>('Id', null)),
    priceBookId: system(lookup<PriceBookId>('Price book', null), unlisted),
    productId: required(lookup<ProductId>('Product', 'product'), { once: true }),
    sku: system(text('SKU', { searched: true, maxLength: 100 }), { sql: 'p.sku' }),
    productName: system(text('Name of the product', { searched: true, maxLength: 200 }), {
      sql: 'p.name',
    }),
    minQuantity: completed(
      number('From quantity', {
        ...DECIMAL,
        help: 'The price serves from this quantity on; `0`: any quantity.',
      }),
    ),
    // In the currency of the book.
    unitPrice: required(number('Unit price', DECIMAL)),
    version: system(integer('Version'), unlisted),
    createdAt: system(datetime('Created at'), unlisted),
    updatedAt: system(datetime('Updated at'), unlisted),
  },
});

type Members = typeof priceBookEntryNoun.members;

/** One price in a book as the API shows it. */
export type PriceBookEntryView = AnswerOf<Members>;
export type NewPriceBookEntry = DraftOf<Members>;
export type PriceBookEntryPatch = PatchOf<Members>;
