import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { priceBookConflict } from './price-book-conflict.js';
import { PriceBookEntity, type PriceBookId } from './price-book.entity.js';
import { lockPriceBook, type PriceBookView } from './price-book.queries.js';

/** The currency of a book never changes: its prices would change their meaning. */
export interface PriceBookPatch {
  name?: string;
  isDefault?: boolean;
  active?: boolean;
}

@Injectable()
export class UpdatePriceBook {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, price_book_name_taken, default_price_book_taken */
  async execute(
    ctx: Ctx,
    id: PriceBookId,
    patch: PriceBookPatch,
    expectedVersion: number | null,
  ): Promise<PriceBookView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockPriceBook(tx, id);
      checkVersion(before.version, expectedVersion);
      const set = { ...patch, version: before.version + 1, updatedAt: ctx.now };
      const after: PriceBookView = { ...before, ...set };
      await tx.update(PriceBookEntity, { id }, set).catch((error) => {
        throw priceBookConflict(error, after);
      });
      const change = { object: 'price-book', recordId: id };
      const { before: was, after: is } = changedFields({ ...before }, { ...after });
      emit(tx, { type: 'record.updated', ...change, data: { ...after } });
      audit(tx, { action: 'price_book.updated', ...change, before: was, after: is });
      return after;
    });
  }
}
