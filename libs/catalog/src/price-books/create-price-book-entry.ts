import { Injectable } from '@nestjs/common';
import { Database, violates } from '@quittance/database';
import { references, type Ctx } from '@quittance/kernel';
import { productPricedAlready } from '../catalog.errors.js';
import { findProduct } from '../products/product.queries.js';
import type { NewPriceBookEntry, PriceBookEntryView } from './price-book-entry.description.js';
import { insertEntries, newEntry } from './price-book-entry.repository.js';
import { FROM_ANY_QUANTITY, type PriceBookId } from './price-book.js';
import { holdPriceBook } from './price-book.queries.js';

@Injectable()
export class CreatePriceBookEntry {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, reference_not_found, product_priced_already */
  async execute(
    ctx: Ctx,
    priceBookId: PriceBookId,
    { productId, minQuantity = FROM_ANY_QUANTITY, unitPrice }: NewPriceBookEntry,
  ): Promise<PriceBookEntryView> {
    return this.db.write(ctx, async (tx) => {
      const [, product] = await tx.locked(
        () => holdPriceBook(tx, priceBookId),
        (behind) => references.at('/productId', findProduct(behind, productId)),
      );
      const entry = newEntry(tx, priceBookId, { product, minQuantity, unitPrice });
      await insertEntries(tx, [entry], 'price_book_entry.created').catch((error: unknown) => {
        throw violates(error, 'price_book_entry_tier_key') ? productPricedAlready() : error;
      });
      return entry;
    });
  }
}
