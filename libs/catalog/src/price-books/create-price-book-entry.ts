import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, violates } from '@quittance/database';
import { newId, type Ctx, type ProductId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { productPricedAlready } from '../catalog.errors.js';
import { findProduct } from '../products/product.queries.js';
import { PriceBookEntryEntity, type PriceBookId } from './price-book.entity.js';
import { findPriceBook, type PriceBookEntryView } from './price-book.queries.js';

export interface NewPriceBookEntry {
  productId: ProductId;
  /** Decimal text in the book's currency, at most six digits after the point. */
  unitPrice: string;
}

@Injectable()
export class CreatePriceBookEntry {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, product_priced_already */
  async execute(
    ctx: Ctx,
    priceBookId: PriceBookId,
    input: NewPriceBookEntry,
  ): Promise<PriceBookEntryView> {
    return this.db.write(ctx, async (tx) => {
      const [, product] = await Promise.all([
        findPriceBook(tx, priceBookId),
        findProduct(tx, input.productId),
      ]);
      const row = {
        id: newId<'price-book-entry'>(),
        priceBookId,
        productId: product.id,
        unitPrice: input.unitPrice,
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await tx.insert(PriceBookEntryEntity, { ...row, companyId: ctx.companyId }).catch((error) => {
        throw violates(error, 'price_book_entry_product_key') ? productPricedAlready() : error;
      });
      const entry: PriceBookEntryView = { ...row, sku: product.sku, productName: product.name };
      const change = { object: 'price-book-entry', recordId: entry.id };
      emit(tx, { type: 'record.created', ...change, data: { ...entry } });
      audit(tx, { action: 'price_book_entry.created', ...change, after: { ...entry } });
      return entry;
    });
  }
}
