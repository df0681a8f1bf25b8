import type { Actor, CompanyId, CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import type { RefundKind } from './payment.js';
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

/**
 * A row of `receivables.refund`: append-only, but that one which a person has recorded is given the
 * name by which its provider tells of it. Money that a payment lost, or that came back of such a
 * row (`returned`): its amounts are negative then.
 */
@Entity({ schema: 'receivables', name: 'refund' })
export class RefundEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'refund'>;
  @Column({ name: 'payment_id', type: 'uuid' }) paymentId: PaymentId;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'from_credit', type: 'bigint' }) fromCredit: bigint;
  @Column({ name: 'from_invoices', type: 'bigint' }) fromInvoices: bigint;
  @Column({ name: 'reason', type: 'text' }) reason: string;
  @Column({ name: 'kind', type: 'text' }) kind: RefundKind;
  /** What it brings back. */
  @Column({ name: 'reverses_id', type: 'uuid' }) reversesId: Id<'refund'> | null;
  /** Of what came back, what no invoice took. */
  @Column({ name: 'to_credit', type: 'bigint' }) toCredit: bigint;
  @Column({ name: 'provider_dispute_id', type: 'text' }) providerDisputeId: string | null;
  @Column({ name: 'provider', type: 'text' }) provider: string | null;
  @Column({ name: 'provider_refund_id', type: 'text' }) providerRefundId: string | null;
  @Column({ name: 'refunded_on', type: 'date' }) refundedOn: LocalDate;
  @Column({ name: 'actor', type: 'jsonb' }) actor: Actor;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

/** A row of `receivables.refund_credit`: what was taken from a note of money that had come back. */
@Entity({ schema: 'receivables', name: 'refund_credit' })
export class RefundCreditEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'refund_id', type: 'uuid' }) refundId: Id<'refund'>;
  @PrimaryColumn({ name: 'credit_note_id', type: 'uuid' }) creditNoteId: CreditNoteId;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

export type NewAllocation = Omit<PaymentAllocationEntity, 'companyId'>;
export type NewRefund = Omit<RefundEntity, 'companyId'>;
