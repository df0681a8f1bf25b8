import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DisabledReason, SealedSecret, Subscription, WebhookId } from './endpoint.js';

export type { WebhookId };

/** Where a company's events are sent. */
@Entity({ schema: 'webhooks', name: 'endpoint' })
export class EndpointEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: WebhookId;
  @Column({ type: 'integer' }) version: number;
  /** 1 to 10, unique in the company: what bounds the number of endpoints. */
  @Column({ type: 'integer' }) slot: number;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'jsonb' }) types: readonly Subscription[];
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'jsonb' }) secret: SealedSecret;
  @Column({ name: 'previous_secret', type: 'jsonb', nullable: true })
  previousSecret: SealedSecret | null;
  @Column({ name: 'previous_secret_until', type: 'timestamptz', nullable: true })
  previousSecretUntil: Instant | null;
  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason: DisabledReason | null;
  /** The first failure since the last success. */
  @Column({ name: 'failing_since', type: 'timestamptz', nullable: true })
  failingSince: Instant | null;
  /** Failures since the last success. */
  @Column({ type: 'integer' }) failures: number;
  /** Asked by the receiver's `Retry-After`. */
  @Column({ name: 'paused_until', type: 'timestamptz', nullable: true })
  pausedUntil: Instant | null;
  /**
   * Messages that may be under way to it at once, by all processes: it grows with how fast it
   * answers.
   */
  @Column({ name: 'in_flight_limit', type: 'integer' }) inFlightLimit: number;
  /** When something was last sent to it, to about half a minute. */
  @Column({ name: 'served_at', type: 'timestamptz', nullable: true }) servedAt: Instant | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

export type Endpoint = Omit<EndpointEntity, 'companyId'>;
