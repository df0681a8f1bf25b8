import type { Instant, ProductId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PriceBookEntryId, PriceBookId } from './price-book.js';

/** The price of a product in a book from a quantity on; decimals with at most six digits. */
@Entity({ schema: 'catalog', name: 'price_book_entry' })
export class PriceBookEntryEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: PriceBookEntryId;
  @Column({ name: 'price_book_id', type: 'uuid' }) priceBookId: PriceBookId;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'product_id', type: 'uuid' }) productId: ProductId;
  @Column({ name: 'min_quantity', type: 'numeric' }) minQuantity: string;
  @Column({ name: 'unit_price', type: 'numeric' }) unitPrice: string;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
