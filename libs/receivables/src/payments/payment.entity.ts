import type { AccountId, Actor, CompanyId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PaymentMethod, PaymentStatus } from './payment.js';

/** A row of `receivables.payment`. Amounts are minor units of `currency`. */
@Entity({ schema: 'receivables', name: 'payment' })
export class PaymentEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: PaymentId;
  @Column({ name: 'version', type: 'integer' }) version: number;
  @Column({ name: 'number', type: 'text' }) number: string;
  @Column({ name: 'number_period', type: 'text' }) numberPeriod: string;
  @Column({ name: 'number_seq', type: 'bigint' }) numberSeq: bigint;
  @Column({ name: 'account_id', type: 'uuid' }) accountId: AccountId;
  /** The invoice it was made for; null for a payment laid over several. */
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId | null;
  @Column({ name: 'currency', type: 'text' }) currency: Currency;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  /** What settled invoices when it was booked; refunds do not change it. */
  @Column({ name: 'applied_amount', type: 'bigint' }) appliedAmount: bigint;
  /** What became an on-account credit note when it was booked. */
  @Column({ name: 'on_account_amount', type: 'bigint' }) onAccountAmount: bigint;
  @Column({ name: 'refunded_amount', type: 'bigint' }) refundedAmount: bigint;
  @Column({ name: 'method', type: 'text' }) method: PaymentMethod;
  @Column({ name: 'status', type: 'text' }) status: PaymentStatus;
  @Column({ name: 'reference', type: 'text' }) reference: string | null;
  @Column({ name: 'provider', type: 'text' }) provider: string | null;
  @Column({ name: 'provider_payment_id', type: 'text' }) providerPaymentId: string | null;
  @Column({ name: 'received_on', type: 'date' }) receivedOn: LocalDate;
  @Column({ name: 'cleared_at', type: 'timestamptz' }) clearedAt: Instant | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** A row of `receivables.payment_allocation`: append-only, negative when a refund takes money back. */
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

export type NewPayment = Omit<PaymentEntity, 'companyId'>;
export type NewAllocation = Omit<PaymentAllocationEntity, 'companyId'>;
export type NewRefund = Omit<RefundEntity, 'companyId'>;
