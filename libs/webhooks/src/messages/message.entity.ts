import type { Id, Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookId } from '../endpoints/endpoint.js';
import type { MessageError, MessageId, MessageStatus } from './message.js';

/** One event on its way to one endpoint. */
@Entity({ schema: 'webhooks', name: 'message' })
export class MessageEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: MessageId;
  @Column({ name: 'endpoint_id', type: 'uuid' }) endpointId: WebhookId;
  /** Null for a test. */
  @Column({ name: 'event_id', type: 'uuid', nullable: true }) eventId: string | null;
  /** What it is about: messages of one record arrive in order. Null for a test. */
  @Column({ name: 'record_id', type: 'text', nullable: true }) recordId: string | null;
  /** The kind of that record; null for what was written before it was kept. */
  @Column({ type: 'text', nullable: true }) object: string | null;
  /** Of work on many records: it waits behind what is fresh. */
  @Column({ type: 'boolean' }) bulk: boolean;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'text' }) body: string;
  @Column({ name: 'occurred_at', type: 'timestamptz' }) occurredAt: Instant;
  @Column({ type: 'text' }) status: MessageStatus;
  /** Attempts begun so far in this round; a replay begins a new one. */
  @Column({ type: 'integer' }) attempts: number;
  @Column({ name: 'next_attempt_at', type: 'timestamptz', nullable: true })
  nextAttemptAt: Instant | null;
  /** A process is sending it; after that it is taken for dead. */
  @Column({ name: 'leased_until', type: 'timestamptz', nullable: true })
  leasedUntil: Instant | null;
  @Column({ name: 'status_code', type: 'integer', nullable: true }) statusCode: number | null;
  @Column({ type: 'text', nullable: true }) error: MessageError | null;
  @Column({ name: 'delivered_at', type: 'timestamptz', nullable: true })
  deliveredAt: Instant | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

/** One attempt at a message. Written once. */
@Entity({ schema: 'webhooks', name: 'attempt' })
export class AttemptEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: Id<'webhook-attempt'>;
  @Column({ name: 'message_id', type: 'uuid' }) messageId: MessageId;
  @Column({ type: 'integer' }) number: number;
  @Column({ name: 'attempted_at', type: 'timestamptz' }) attemptedAt: Instant;
  @Column({ name: 'duration_ms', type: 'integer' }) durationMs: number;
  @Column({ name: 'status_code', type: 'integer', nullable: true }) statusCode: number | null;
  @Column({ type: 'text', nullable: true }) error: MessageError | null;
  /** The beginning of the answer, at most 4 KiB. */
  @Column({ type: 'text' }) answer: string;
}

export type Message = Omit<MessageEntity, 'companyId'>;
