import type { Id, Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MessageError, MessageId } from './message.js';

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

export type MessageAttempt = Omit<AttemptEntity, 'companyId'>;
