import type { CompanyId, Id, Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JurisdictionLevel } from '../rate-books/rate-book-data.js';

export type TaxJurisdictionId = Id<'tax-jurisdiction'>;

/** A place with taxes of its own: country → state → county or city. */
@Entity({ schema: 'tax', name: 'jurisdiction' })
export class TaxJurisdictionEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: TaxJurisdictionId;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'parent_id', type: 'uuid', nullable: true }) parentId: TaxJurisdictionId | null;
  @Column({ type: 'text' }) level: JurisdictionLevel;
  @Column({ type: 'text' }) code: string;
  @Column({ type: 'text' }) name: string;
  @Column({ name: 'postal_patterns', type: 'jsonb' }) postalPatterns: readonly string[];
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
