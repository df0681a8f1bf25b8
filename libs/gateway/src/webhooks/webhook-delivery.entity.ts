import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One verified webhook and what became of it. Written once. */
@Entity({ schema: 'gateway', name: 'webhook_delivery' })
export class WebhookDeliveryEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  provider: string;

  @Column({ name: 'event_id', type: 'text', nullable: true })
  eventId: string | null;

  @Column({ type: 'text' })
  type: string;

  @Column({ type: 'boolean' })
  applied: boolean;

  @Column({ type: 'text', nullable: true })
  reason: string | null;

  @Column({ name: 'invoice_id', type: 'uuid', nullable: true })
  invoiceId: string | null;

  @Column({ name: 'payment_id', type: 'uuid', nullable: true })
  paymentId: string | null;

  @Column({ name: 'provider_payment_id', type: 'text', nullable: true })
  providerPaymentId: string | null;

  @Column({ name: 'body_hash', type: 'text' })
  bodyHash: string;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs: number;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ name: 'received_at', type: 'timestamptz' })
  receivedAt: Instant;
}
