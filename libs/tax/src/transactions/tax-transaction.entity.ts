import type { CompanyId, CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredDocument } from './stored-document.js';
import type { TaxOperation, TaxTransactionState } from './tax-transaction-state.js';

export type TaxTransactionId = Id<'tax-transaction'>;

/** A row of `tax.transaction`. Amounts are minor units of `currency`. */
@Entity({ schema: 'tax', name: 'transaction' })
export class TaxTransactionEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ type: 'uuid' }) id: TaxTransactionId;
  @Column({ type: 'integer' }) version: number;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'invoice_number', type: 'text' }) invoiceNumber: string;
  /** Of the credit note whose tax it is; null for the invoice's own. */
  @Column({ name: 'credit_note_id', type: 'uuid' }) creditNoteId: CreditNoteId | null;
  @Column({ name: 'credit_note_number', type: 'text' }) creditNoteNumber: string | null;
  /** `built_in`, or the external engine. */
  @Column({ type: 'text' }) provider: string;
  /** What was asked for last. */
  @Column({ type: 'text' }) operation: TaxOperation;
  @Column({ type: 'text' }) state: TaxTransactionState;
  @Column({ name: 'invoice_void', type: 'boolean' }) invoiceVoid: boolean;
  @Column({ type: 'text' }) currency: Currency;
  @Column({ type: 'bigint' }) net: bigint;
  @Column({ type: 'bigint' }) tax: bigint;
  @Column({ type: 'bigint' }) total: bigint;
  /** Some line was not taxed by the engine that should have. */
  @Column({ type: 'boolean' }) fallback: boolean;
  /** What the provider is told; null for the built-in engine. */
  @Column({ type: 'jsonb', nullable: true }) document: StoredDocument | null;
  @Column({ name: 'provider_reference', type: 'text' }) providerReference: string | null;
  @Column({ name: 'last_error', type: 'text' }) lastError: string | null;
  /** Times that the provider was asked for the operation. */
  @Column({ type: 'integer' }) attempts: number;
  @Column({ type: 'integer' }) sweeps: number;
  @Column({ name: 'next_sweep_at', type: 'timestamptz' }) nextSweepAt: Instant | null;
  /** Until then some process is at the provider for it. */
  @Column({ name: 'busy_until', type: 'timestamptz' }) busyUntil: Instant | null;
  @Column({ name: 'committed_at', type: 'timestamptz' }) committedAt: Instant | null;
  @Column({ name: 'voided_at', type: 'timestamptz' }) voidedAt: Instant | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}
