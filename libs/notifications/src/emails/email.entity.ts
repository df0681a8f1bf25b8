import type { Instant } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AttachmentRef, EmailStatus, LateParts } from './email.js';

/** One e-mail, from its queueing to the answer of the mail server. */
@Entity({ schema: 'notifications', name: 'email' })
export class EmailEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'template_code', type: 'text' })
  templateCode: string;

  @Column({ type: 'text' })
  status: EmailStatus;

  @Column({ name: 'to_address', type: 'text' })
  toAddress: string;

  @Column({ type: 'text' })
  subject: string;

  @Column({ type: 'text' })
  html: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ type: 'text' })
  language: string;

  @Column({ name: 'from_name', type: 'text' })
  fromName: string;

  @Column({ name: 'reply_to', type: 'text', nullable: true })
  replyTo: string | null;

  @Column({ type: 'jsonb', nullable: true })
  late: LateParts | null;

  @Column({ type: 'jsonb' })
  attachments: readonly AttachmentRef[];

  @Column({ type: 'text' })
  object: string;

  @Column({ name: 'record_id', type: 'text' })
  recordId: string;

  @Column({ name: 'dedupe_key', type: 'text', nullable: true })
  dedupeKey: string | null;

  @Column({ name: 'message_id', type: 'text', nullable: true })
  messageId: string | null;

  @Column({ type: 'integer' })
  attempts: number;

  @Column({ name: 'due_at', type: 'timestamptz', nullable: true })
  dueAt: Instant | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError: string | null;

  @Column({ type: 'text', nullable: true })
  answer: string | null;

  /** Of work on many records: it waits behind what is fresh. */
  @Column({ type: 'boolean' })
  bulk: boolean;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt: Instant | null;
}
