import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import {
  PriceBookEntryEntity,
  type PriceBookEntryId,
  type PriceBookId,
} from './price-book.entity.js';
import { findPriceBookEntry, type PriceBookEntryView } from './price-book.queries.js';

@Injectable()
export class UpdatePriceBookEntry {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed */
  async execute(
    ctx: Ctx,
    priceBookId: PriceBookId,
    id: PriceBookEntryId,
    unitPrice: string,
    expectedVersion: number | null,
  ): Promise<PriceBookEntryView> {
    return this.db.write(ctx, async (tx) => {
      const before = await findPriceBookEntry(tx, priceBookId, id, true);
      checkVersion(before.version, expectedVersion);
      const set = { unitPrice, version: before.version + 1, updatedAt: ctx.now };
      await tx.update(PriceBookEntryEntity, { id }, set);
      const after: PriceBookEntryView = { ...before, ...set };
      const change = { object: 'price-book-entry', recordId: id };
      emit(tx, { type: 'record.updated', ...change, data: { ...after } });
      audit(tx, {
        action: 'price_book_entry.updated',
        ...change,
        before: { unitPrice: before.unitPrice },
        after: { unitPrice },
      });
      return after;
    });
  }
}
