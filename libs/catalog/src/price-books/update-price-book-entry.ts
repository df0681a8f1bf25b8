import { Injectable } from '@nestjs/common';
import { Database, checkVersion, violates } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { productPricedAlready } from '../catalog.errors.js';
import type { PriceBookEntryPatch, PriceBookEntryView } from './price-book-entry.description.js';
import { changedEntry, updateEntries } from './price-book-entry.repository.js';
import type { PriceBookEntryId, PriceBookId } from './price-book.js';
import { findPriceBookEntry, holdPriceBook } from './price-book.queries.js';

@Injectable()
export class UpdatePriceBookEntry {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, product_priced_already */
  async execute(
    ctx: Ctx,
    priceBookId: PriceBookId,
    id: PriceBookEntryId,
    { minQuantity, unitPrice }: PriceBookEntryPatch,
    expectedVersion: number | null,
  ): Promise<PriceBookEntryView> {
    return this.db.write(ctx, async (tx) => {
      await holdPriceBook(tx, priceBookId);
      const before = await findPriceBookEntry(tx, priceBookId, id, true);
      checkVersion(before.version, expectedVersion);
      const after = changedEntry(tx, before, {
        minQuantity: minQuantity ?? before.minQuantity,
        unitPrice: unitPrice ?? before.unitPrice,
      });
      const changes = [{ before, after }];
      await updateEntries(tx, changes, 'price_book_entry.updated').catch((error: unknown) => {
        throw violates(error, 'price_book_entry_tier_key') ? productPricedAlready() : error;
      });
      return after;
    });
  }
}
