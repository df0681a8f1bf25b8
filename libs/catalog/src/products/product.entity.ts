import type { Instant, ProductId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const PRODUCT_TYPES = ['goods', 'service'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

@Entity({ schema: 'catalog', name: 'product' })
export class ProductEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: ProductId;
  @Column({ type: 'integer' }) version: number;
  @Column({ type: 'text' }) sku: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) type: ProductType;
  @Column({ type: 'text', nullable: true }) unit: string | null;
  @Column({ name: 'tax_code', type: 'text', nullable: true }) taxCode: string | null;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
