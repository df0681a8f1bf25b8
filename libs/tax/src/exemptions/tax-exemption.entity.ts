import type { AccountId, CompanyId, Id, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.entity.js';

export type TaxExemptionId = Id<'tax-exemption'>;

/** A customer's certificate; without jurisdictions it holds everywhere. */
@Entity({ schema: 'tax', name: 'exemption' })
export class TaxExemptionEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: TaxExemptionId;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'account_id', type: 'uuid' }) accountId: AccountId;
  @Column({ type: 'text' }) certificate: string;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column({ name: 'jurisdiction_ids', type: 'jsonb' })
  jurisdictionIds: readonly TaxJurisdictionId[];
  @Column({ name: 'valid_from', type: 'date' }) validFrom: LocalDate;
  @Column({ name: 'valid_to', type: 'date', nullable: true }) validTo: LocalDate | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
