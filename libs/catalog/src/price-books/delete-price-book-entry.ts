import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { PriceBookEntryId, PriceBookId } from './price-book.entity.js';
import { findPriceBookEntry } from './price-book.queries.js';

const DELETE = sql(`delete from catalog.price_book_entry where company_id = $1 and id = $2`);

@Injectable()
export class DeletePriceBookEntry {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, priceBookId: PriceBookId, id: PriceBookEntryId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const before = await findPriceBookEntry(tx, priceBookId, id, true);
      await tx.run(DELETE, [ctx.companyId, id]);
      const change = { object: 'price-book-entry', recordId: id };
      emit(tx, { type: 'record.deleted', ...change, data: { ...before } });
      audit(tx, { action: 'price_book_entry.deleted', ...change, before: { ...before } });
    });
  }
}
