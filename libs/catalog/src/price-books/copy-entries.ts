import type { Tx } from '@quittance/database';
import { insertEntries, newEntry } from './price-book-entry.repository.js';
import type { PriceBookId } from './price-book.js';
import { entriesIn } from './price-book.queries.js';

/** Of one statement: its parameters are of a size that any server takes. */
const BATCH = 1000;

/** Gives a book the prices of another, of products that are there still. */
export async function copyEntries(tx: Tx, from: PriceBookId, to: PriceBookId): Promise<void> {
  const copies = (await entriesIn(tx, from)).map(
    ({ productId, sku, productName, minQuantity, unitPrice }) => {
      const product = { id: productId, sku, name: productName };
      return newEntry(tx, to, { product, minQuantity, unitPrice });
    },
  );
  for (let at = 0; at < copies.length; at += BATCH) {
    await insertEntries(tx, copies.slice(at, at + BATCH), 'price_book_entry.cloned');
  }
}
