import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RefundRequestStatus } from './refund-request.js';

@Entity({ schema: 'gateway', name: 'refund_request' })
export class RefundRequestEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'integer' })
  version: number;

  @Column({ name: 'payment_id', type: 'uuid' })
  paymentId: PaymentId;

  @Column({ type: 'text' })
  provider: string;

  @Column({ name: 'provider_payment_id', type: 'text' })
  providerPaymentId: string;

  @Column({ name: 'provider_refund_id', type: 'text', nullable: true })
  providerRefundId: string | null;

  @Column({ type: 'bigint' })
  amount: bigint;

  @Column({ name: 'wire_amount', type: 'bigint' })
  wireAmount: bigint;

  @Column({ type: 'text' })
  currency: Currency;

  @Column({ type: 'text' })
  reason: string;

  @Column({ name: 'asked_as', type: 'text', nullable: true })
  askedAs: string | null;

  @Column({ type: 'text' })
  status: RefundRequestStatus;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError: string | null;

  @Column({ type: 'integer' })
  sweeps: number;

  @Column({ name: 'next_sweep_at', type: 'timestamptz', nullable: true })
  nextSweepAt: Instant | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}
