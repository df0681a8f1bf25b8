import { rowSet, sql, type Tx } from '@quittance/database';
import { notFound, type Instant } from '@quittance/kernel';
import { headOf, nounList } from '@quittance/nouns';
import { maySeeEventsOf } from '@quittance/outbox';
import type { WebhookId } from '../endpoints/endpoint.js';
import { AttemptEntity, type MessageAttempt } from './attempt.entity.js';
import { messageNoun, type Message } from './message.description.js';
import { wireId, type MessageId } from './message.js';

const messages = messageNoun.rows;
const attempts = rowSet(AttemptEntity);

export function insertMessages(tx: Tx, rows: readonly Message[]): Promise<void> {
  return messages.insert(tx, rows);
}

/**
 * By message_record_index, where anything waits in that lane, which message_lane_index tells. What
 * is being claimed just now is left.
 */
const FIND_OVERTAKEN = sql(`
  select b.id from (
    select u.record_id from unnest($2::text[]) as u(record_id)
    where exists (select 1 from webhooks.message x
      where x.company_id = $1 and x.endpoint_id = any ($3::uuid[]) and x.bulk
        and x.status = 'pending' and x.leased_until is null)) r
  cross join lateral (
    select w.id from webhooks.message w
    where w.company_id = $1 and w.record_id = r.record_id and w.endpoint_id = any ($3::uuid[])
      and w.status = 'pending' and w.bulk and w.leased_until is null
    limit 1000 for update skip locked) b`);
const PROMOTE = sql(`
  update webhooks.message set bulk = false where company_id = $1 and id = any ($2::uuid[])`);

/** Takes what waits about the same records out of the lane of work on many: their order holds. */
export async function promoteMessages(tx: Tx, fresh: readonly Message[]): Promise<void> {
  const { companyId } = tx.ctx;
  const records = [...new Set(fresh.flatMap(({ recordId }) => recordId ?? []))];
  if (records.length === 0) return;
  const endpoints = [...new Set(fresh.map(({ endpointId }) => endpointId))];
  const about = [companyId, records, endpoints];
  const overtaken = await tx.rows<Pick<Message, 'id'>>(FIND_OVERTAKEN, about);
  if (overtaken.length === 0) return;
  await tx.run(PROMOTE, [companyId, overtaken.map(({ id }) => id)]);
}

/** By message_lane_index and message_in_flight_index. */
const GIVE_UP = ['is null', 'is not null'].map((leased) =>
  sql(`
    update webhooks.message set status = 'failed', next_attempt_at = null, leased_until = null,
      error = 'webhook_off'
    where company_id = $1 and endpoint_id = $2 and status = 'pending' and leased_until ${leased}`),
);

/** What waits for an endpoint that is switched off has failed, and can be replayed. */
export async function failPending(tx: Tx, endpointId: WebhookId): Promise<void> {
  for (const statement of GIVE_UP) await tx.run(statement, [tx.ctx.companyId, endpointId]);
}

const FIND = sql(`
  select ${messages.select('m')} from webhooks.message m
  where m.company_id = $1 and m.endpoint_id = $2 and m.id = $3`);
const ATTEMPTS = sql(`
  select ${attempts.select('a')} from webhooks.attempt a
  where a.company_id = $1 and a.message_id = $2 order by a.attempted_at, a.id`);

/** A message as lists show it. */
const messageView = headOf(messageNoun, { messageId: ({ id }: Message) => wireId(id) });
export type MessageView = ReturnType<typeof messageView>;

export interface MessageDetail extends MessageView {
  /** The exact text that is sent. */
  readonly body: string;
  readonly log: readonly Omit<MessageAttempt, 'messageId'>[];
}

/** @throws DomainError not_found, also for one of records that the reader may not view all of */
export async function readMessage(
  tx: Tx,
  endpointId: WebhookId,
  id: MessageId,
): Promise<MessageDetail> {
  const { companyId } = tx.ctx;
  const [message, log] = await Promise.all([
    tx.maybe<Message>(FIND, [companyId, endpointId, id]),
    tx.rows<MessageAttempt>(ATTEMPTS, [companyId, id]),
  ]);
  if (!message || !maySeeEventsOf(tx.ctx.permissions, message.object)) {
    throw notFound({ object: 'webhook message' });
  }
  return {
    ...messageView(message),
    body: message.body,
    log: log.map(({ messageId: _, ...attempt }) => attempt),
  };
}

/** The messages of one endpoint, the newest first. */
export const messageList = nounList<Message, MessageView>(messageNoun, messageView);

/** Narrows a list of messages to one endpoint. */
export const ofEndpoint = (id: WebhookId) => (bind: (value: unknown) => string) =>
  `m.endpoint_id = ${bind(id)}::uuid`;

const REPLAY = `status = 'pending', attempts = 0, next_attempt_at = $3, leased_until = null,
    delivered_at = null, error = null`;
const REPLAY_ONE = sql(`
  update webhooks.message set ${REPLAY}
  where company_id = $1 and endpoint_id = $2 and id = $4 and status <> 'pending'`);
/** By message_failed_index. */
const REPLAY_FAILED = sql(`
  update webhooks.message set ${REPLAY}
  where company_id = $1 and endpoint_id = $2 and status = 'failed'
    and created_at >= $4 and created_at < $5`);

/** Puts one message back, with all its attempts; answers whether it was not waiting anyway. */
export async function replayOne(tx: Tx, endpointId: WebhookId, id: MessageId): Promise<boolean> {
  const { companyId, now } = tx.ctx;
  return (await tx.run(REPLAY_ONE, [companyId, endpointId, now, id])) > 0;
}

/** Puts back what failed in a period; answers how many messages. */
export function replayFailed(
  tx: Tx,
  endpointId: WebhookId,
  from: Instant,
  to: Instant,
): Promise<number> {
  const { companyId, now } = tx.ctx;
  return tx.run(REPLAY_FAILED, [companyId, endpointId, now, from, to]);
}
