import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Receipt } from './receipt.js';

@Entity({ schema: 'gateway', name: 'unapplied_receipt' })
export class ReceiptEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'text' })
  kind: Receipt['kind'];

  @Column({ type: 'text' })
  provider: string;

  @Column({ name: 'provider_object_id', type: 'text' })
  providerObjectId: string;

  @Column({ name: 'provider_payment_id', type: 'text', nullable: true })
  providerPaymentId: string | null;

  @Column({ name: 'event_id', type: 'text', nullable: true })
  eventId: string | null;

  @Column({ type: 'text' })
  type: string;

  @Column({ name: 'body_hash', type: 'text' })
  bodyHash: string;

  @Column({ type: 'bigint', nullable: true })
  amount: bigint | null;

  @Column({ type: 'text', nullable: true })
  currency: Currency | null;

  @Column({ name: 'invoice_id', type: 'uuid', nullable: true })
  invoiceId: string | null;

  @Column({ name: 'payment_id', type: 'uuid', nullable: true })
  paymentId: string | null;

  @Column({ type: 'text' })
  reason: string;

  @Column({ type: 'jsonb' })
  stages: Receipt['stages'];

  @Column({ name: 'evidence_due_by', type: 'timestamptz', nullable: true })
  evidenceDueBy: Instant | null;

  @Column({ name: 'provider_reason', type: 'text', nullable: true })
  providerReason: string | null;

  @Column({ type: 'text' })
  status: Receipt['status'];

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @Column({ name: 'resolved_at', type: 'timestamptz', nullable: true })
  resolvedAt: Instant | null;

  @Column({ name: 'resolved_by', type: 'jsonb', nullable: true })
  resolvedBy: Receipt['resolvedBy'];

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}
