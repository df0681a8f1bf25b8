import type { CompanyId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `gateway.dispute_fee`: append-only, below zero where the provider gives it back. */
@Entity({ schema: 'gateway', name: 'dispute_fee' })
export class DisputeFeeEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'receipt_id', type: 'uuid' }) receiptId: string;
  @PrimaryColumn({ name: 'provider_reference', type: 'text' }) providerReference: string;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'currency', type: 'text' }) currency: Currency;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}
