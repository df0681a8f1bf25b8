import type { Currency, Id, Instant, ProductId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PriceBookId = Id<'price-book'>;
export type PriceBookEntryId = Id<'price-book-entry'>;

@Entity({ schema: 'catalog', name: 'price_book' })
export class PriceBookEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: PriceBookId;
  @Column({ type: 'integer' }) version: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) currency: Currency;
  @Column({ name: 'is_default', type: 'boolean' }) isDefault: boolean;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** The price of one product in one book: a decimal with at most six digits, in the book's currency. */
@Entity({ schema: 'catalog', name: 'price_book_entry' })
export class PriceBookEntryEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: PriceBookEntryId;
  @Column({ name: 'price_book_id', type: 'uuid' }) priceBookId: PriceBookId;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'product_id', type: 'uuid' }) productId: ProductId;
  @Column({ name: 'unit_price', type: 'numeric' }) unitPrice: string;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
