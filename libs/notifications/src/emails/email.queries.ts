import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { maySeeEventsOf } from '@quittance/outbox';
import { notFound, type Instant } from '@quittance/kernel';
import { EMAIL_TEMPLATE_CODES, type EmailTemplateCode } from '../templates/catalogue.js';
import { EMAIL_STATUSES, type AttachmentRef, type EmailId, type EmailStatus } from './email.js';

/** An e-mail of the log, without its bodies. */
export interface EmailHead {
  readonly id: EmailId;
  readonly templateCode: EmailTemplateCode;
  readonly status: EmailStatus;
  readonly to: string;
  readonly subject: string;
  readonly object: string;
  readonly recordId: string;
  /** Tries so far. */
  readonly attempts: number;
  /** When it is next looked at; null when it is finished. */
  readonly dueAt: Instant | null;
  readonly lastError: string | null;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
}

/** An e-mail of the log with what the recipient reads, but for secret links. */
export interface EmailView extends EmailHead {
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly html: string;
  readonly text: string;
  readonly language: string;
  readonly attachments: readonly AttachmentRef[];
  readonly messageId: string | null;
  /** What the mail server said when it took the e-mail. */
  readonly answer: string | null;
  readonly requestId: string;
}

const HEAD = `m.id, m.template_code as "templateCode", m.status, m.to_address as "to", m.subject,
  m.object, m.record_id as "recordId", m.attempts, m.due_at as "dueAt",
  m.last_error as "lastError", m.created_at as "createdAt", m.finished_at as "finishedAt"`;

export const emailList: ListDefinition<EmailHead, EmailHead> = {
  from: 'notifications.email m',
  select: HEAD,
  id: 'm.id',
  fields: {
    id: { sql: 'm.id', type: 'id', notNull: true },
    templateCode: {
      sql: 'm.template_code',
      type: 'enum',
      values: EMAIL_TEMPLATE_CODES,
      notNull: true,
    },
    status: { sql: 'm.status', type: 'enum', values: EMAIL_STATUSES, notNull: true },
    to: { sql: 'm.to_address', type: 'text', notNull: true },
    subject: { sql: 'm.subject', type: 'text', notNull: true },
    object: { sql: 'm.object', type: 'text', notNull: true },
    recordId: { sql: 'm.record_id', type: 'text', notNull: true },
    attempts: { sql: 'm.attempts', type: 'integer', notNull: true },
    dueAt: { sql: 'm.due_at', type: 'instant' },
    createdAt: { sql: 'm.created_at', type: 'instant', notNull: true },
    finishedAt: { sql: 'm.finished_at', type: 'instant' },
  },
  search: ['m.to_address', 'm.subject', 'm.record_id'],
  defaultSort: '-createdAt',
  columns: [
    'id',
    'createdAt',
    'templateCode',
    'status',
    'to',
    'subject',
    'object',
    'recordId',
    'attempts',
    'lastError',
    'finishedAt',
  ],
  map: (row) => row,
};

/** One e-mail with its bodies; primary key. */
const FIND = sql(`
  select ${HEAD}, m.from_name as "fromName", m.reply_to as "replyTo", m.html, m.text, m.language,
    m.attachments, m.message_id as "messageId", m.answer, m.request_id as "requestId"
  from notifications.email m where m.company_id = $1 and m.id = $2`);

/** @throws DomainError not_found, also for one about records that the reader may not view all of */
export async function findEmail(tx: Tx, id: EmailId): Promise<EmailView> {
  const email = await tx.maybe<EmailView>(FIND, [tx.ctx.companyId, id]);
  if (!email || !maySeeEventsOf(tx.ctx.permissions, email.object))
    throw notFound({ object: 'e-mail' });
  return email;
}
