import type { Actor, CompanyId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A row of `receivables.payment_allocation`: append-only, negative when a refund takes money back.
 */
@Entity({ schema: 'receivables', name: 'payment_allocation' })
export class PaymentAllocationEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'payment-allocation'>;
  @Column({ name: 'payment_id', type: 'uuid' }) paymentId: PaymentId;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'refund_id', type: 'uuid' }) refundId: Id<'refund'> | null;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'applied_on', type: 'date' }) appliedOn: LocalDate;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

/** A row of `receivables.refund`: append-only. */
@Entity({ schema: 'receivables', name: 'refund' })
export class RefundEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'refund'>;
  @Column({ name: 'payment_id', type: 'uuid' }) paymentId: PaymentId;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'from_credit', type: 'bigint' }) fromCredit: bigint;
  @Column({ name: 'from_invoices', type: 'bigint' }) fromInvoices: bigint;
  @Column({ name: 'reason', type: 'text' }) reason: string;
  @Column({ name: 'provider', type: 'text' }) provider: string | null;
  @Column({ name: 'provider_refund_id', type: 'text' }) providerRefundId: string | null;
  @Column({ name: 'refunded_on', type: 'date' }) refundedOn: LocalDate;
  @Column({ name: 'actor', type: 'jsonb' }) actor: Actor;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

export type NewAllocation = Omit<PaymentAllocationEntity, 'companyId'>;
export type NewRefund = Omit<RefundEntity, 'companyId'>;
