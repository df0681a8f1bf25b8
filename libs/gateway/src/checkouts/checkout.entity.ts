import type { Currency } from '@quittance/money';
import type { Instant, InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CheckoutStatus } from './checkout.js';

@Entity({ schema: 'gateway', name: 'checkout' })
export class CheckoutEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'integer' })
  version: number;

  @Column({ name: 'invoice_id', type: 'uuid' })
  invoiceId: InvoiceId;

  @Column({ type: 'integer' })
  attempt: number;

  @Column({ type: 'text' })
  provider: string;

  @Column({ name: 'account_key', type: 'text' })
  accountKey: string;

  @Column({ type: 'text' })
  reference: string;

  @Column({ type: 'text' })
  status: CheckoutStatus;

  @Column({ type: 'bigint' })
  balance: bigint;

  @Column({ type: 'bigint' })
  amount: bigint;

  @Column({ name: 'wire_amount', type: 'bigint' })
  wireAmount: bigint;

  @Column({ type: 'text' })
  currency: Currency;

  @Column({ name: 'callback_url', type: 'text', nullable: true })
  callbackUrl: string | null;

  @Column({ name: 'link_id', type: 'text', nullable: true })
  linkId: string | null;

  @Column({ name: 'order_id', type: 'text', nullable: true })
  orderId: string | null;

  @Column({ name: 'payment_url', type: 'text', nullable: true })
  paymentUrl: string | null;

  @Column({ name: 'lasting_url', type: 'text', nullable: true })
  lastingUrl: string | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Instant;

  @Column({ name: 'close_requested', type: 'boolean' })
  closeRequested: boolean;

  @Column({ name: 'payment_id', type: 'uuid', nullable: true })
  paymentId: PaymentId | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError: string | null;

  @Column({ type: 'integer' })
  sweeps: number;

  @Column({ name: 'next_sweep_at', type: 'timestamptz', nullable: true })
  nextSweepAt: Instant | null;

  @Column({ name: 'busy_until', type: 'timestamptz', nullable: true })
  busyUntil: Instant | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}
