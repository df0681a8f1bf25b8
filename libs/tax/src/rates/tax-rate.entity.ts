import type { CompanyId, Id, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TaxKind } from '../calculation/pricing.js';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.entity.js';

export type TaxRateId = Id<'tax-rate'>;

/** A percentage of a jurisdiction for a tax code over a time, the last day included. */
@Entity({ schema: 'tax', name: 'rate' })
export class TaxRateEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: TaxRateId;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'jurisdiction_id', type: 'uuid' }) jurisdictionId: TaxJurisdictionId;
  @Column({ name: 'tax_code', type: 'text' }) taxCode: string;
  @Column({ type: 'text' }) kind: RateKind;
  @Column({ type: 'numeric' }) rate: string;
  @Column({ type: 'boolean' }) compound: boolean;
  @Column({ type: 'integer' }) priority: number;
  @Column({ name: 'valid_from', type: 'date' }) validFrom: LocalDate;
  @Column({ name: 'valid_to', type: 'date', nullable: true }) validTo: LocalDate | null;
  @Column({ type: 'text', nullable: true }) source: string | null;
  @Column({ name: 'source_date', type: 'date', nullable: true }) sourceDate: LocalDate | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** A rate that comes with a line is in no set-up. */
export type RateKind = Exclude<TaxKind, 'line_rate' | 'gst_utgst'>;
