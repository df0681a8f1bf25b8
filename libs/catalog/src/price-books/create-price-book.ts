import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { newId, type Ctx, type Currency } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { PriceBookEntity } from './price-book.entity.js';
import type { PriceBookView } from './price-book.queries.js';
import { priceBookConflict } from './price-book-conflict.js';

export interface NewPriceBook {
  name: string;
  currency: Currency;
  isDefault?: boolean;
  active?: boolean;
}

@Injectable()
export class CreatePriceBook {
  constructor(private readonly db: Database) {}

  /** @throws DomainError price_book_name_taken, default_price_book_taken */
  async execute(ctx: Ctx, input: NewPriceBook): Promise<PriceBookView> {
    const book: PriceBookView = {
      id: newId<'price-book'>(),
      name: input.name,
      currency: input.currency,
      isDefault: input.isDefault ?? false,
      active: input.active ?? true,
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    return this.db.write(ctx, async (tx) => {
      await tx.insert(PriceBookEntity, { ...book, companyId: ctx.companyId }).catch((error) => {
        throw priceBookConflict(error, book);
      });
      const change = { object: 'price-book', recordId: book.id };
      emit(tx, { type: 'record.created', ...change, data: { ...book } });
      audit(tx, { action: 'price_book.created', ...change, after: { ...book } });
      return book;
    });
  }
}
