import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { deleteEntry } from './price-book-entry.repository.js';
import type { PriceBookEntryId, PriceBookId } from './price-book.js';
import { findPriceBookEntry } from './price-book.queries.js';

@Injectable()
export class DeletePriceBookEntry {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, priceBookId: PriceBookId, id: PriceBookEntryId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await deleteEntry(tx, await findPriceBookEntry(tx, priceBookId, id, true));
    });
  }
}
