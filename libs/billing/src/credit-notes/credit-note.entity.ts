import type {
  AccountId,
  CompanyId,
  CreditNoteId,
  Currency,
  Id,
  Instant,
  InvoiceId,
  LocalDate,
  PaymentId,
} from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CreditNoteKind, CreditNoteStatus } from './credit-note.js';

/** A row of `billing.credit_note`. Amounts are minor units of `currency`. */
@Entity({ schema: 'billing', name: 'credit_note' })
export class CreditNoteEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: CreditNoteId;
  @Column({ name: 'version', type: 'integer' }) version: number;
  @Column({ name: 'number', type: 'text' }) number: string;
  @Column({ name: 'number_period', type: 'text' }) numberPeriod: string;
  @Column({ name: 'number_seq', type: 'bigint' }) numberSeq: bigint;
  @Column({ name: 'kind', type: 'text' }) kind: CreditNoteKind;
  @Column({ name: 'status', type: 'text' }) status: CreditNoteStatus;
  @Column({ name: 'account_id', type: 'uuid' }) accountId: AccountId;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId | null;
  @Column({ name: 'payment_id', type: 'uuid' }) paymentId: PaymentId | null;
  @Column({ name: 'provider_payment_id', type: 'text' }) providerPaymentId: string | null;
  @Column({ name: 'currency', type: 'text' }) currency: Currency;
  @Column({ name: 'issue_date', type: 'date' }) issueDate: LocalDate;
  @Column({ name: 'reason', type: 'text' }) reason: string;
  @Column({ name: 'prices_include_tax', type: 'boolean' }) pricesIncludeTax: boolean;
  @Column({ name: 'subtotal', type: 'bigint' }) subtotal: bigint;
  @Column({ name: 'tax_total', type: 'bigint' }) taxTotal: bigint;
  @Column({ name: 'total', type: 'bigint' }) total: bigint;
  @Column({ name: 'applied_amount', type: 'bigint' }) appliedAmount: bigint;
  /** Returned to the customer with the payment the note came from. */
  @Column({ name: 'refunded_amount', type: 'bigint' }) refundedAmount: bigint;
  @Column({ name: 'remaining', type: 'bigint' }) remaining: bigint;
  @Column({ name: 'void_reason', type: 'text' }) voidReason: string | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** A row of `billing.credit_application`: append-only, negative when credit is taken back. */
@Entity({ schema: 'billing', name: 'credit_application' })
export class CreditApplicationEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'credit-application'>;
  @Column({ name: 'credit_note_id', type: 'uuid' }) creditNoteId: CreditNoteId;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'applied_on', type: 'date' }) appliedOn: LocalDate;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

export type NewCreditNote = Omit<CreditNoteEntity, 'companyId'>;
export type NewCreditApplication = Omit<CreditApplicationEntity, 'companyId'>;
