import type { CompanyId, Id, Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SupplyKind } from '../decision/decision.js';

export type TaxCodeId = Id<'tax-code'>;

/** What is sold, as far as tax is concerned: `standard`, `gst-18`, `exempt`. */
@Entity({ schema: 'tax', name: 'code' })
export class TaxCodeEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: TaxCodeId;
  @Column({ type: 'integer' }) version: number;
  @Column({ type: 'text' }) code: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  /** What is sold under it, where it is one thing alone. */
  @Column({ type: 'text', nullable: true }) kind: SupplyKind | null;
  @Column({ name: 'is_default', type: 'boolean' }) isDefault: boolean;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
