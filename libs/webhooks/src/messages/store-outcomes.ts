import { audit } from '@quittance/audit';
import { namedSql, type Tx } from '@quittance/database';
import { newId, type Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { auditedEndpoint, endpointView } from '../endpoints/endpoint.view.js';
import type { WebhookId } from '../endpoints/endpoint.js';
import { lockEndpoint, updateEndpoint } from '../endpoints/endpoint.repository.js';
import type { Sent } from '../targets/post.js';
import { clearFailures, noteFailures } from './endpoint-health.js';
import { afterAttempt, givesUp, isHeld, type AfterAttempt } from './message.js';
import type { Message } from './message.description.js';
import { failPending } from './message.repository.js';

/** One attempt at a message that has come to its end. */
export interface Attempted {
  readonly message: Pick<Message, 'id' | 'endpointId' | 'attempts'>;
  readonly sent: Sent;
  /** When it ended. */
  readonly at: Instant;
  readonly durationMs: number;
}

interface Ended extends Attempted {
  readonly after: AfterAttempt;
}

/** By primary key, unless another process has taken the message up meanwhile. */
const STORE = namedSql(
  `update webhooks.message m set status = r.status, next_attempt_at = r.next_attempt_at,
    delivered_at = r.delivered_at, status_code = r.status_code, error = r.error, leased_until = null
  from :rows as r
  where m.company_id = :companyId and m.id = r.id and m.attempts = r.attempts`,
  {
    rows: {
      id: 'uuid',
      attempts: 'integer',
      status: 'text',
      nextAttemptAt: 'timestamptz',
      deliveredAt: 'timestamptz',
      statusCode: 'integer',
      error: 'text',
    },
  },
);

/** With the endpoint went its messages, those under way included: of them nothing is told. */
const INSERT_ATTEMPTS = namedSql(
  `insert into webhooks.attempt (company_id, id, message_id, number, attempted_at, duration_ms,
    status_code, error, answer)
  select m.company_id, r.id, r.message_id, r.number, r.attempted_at, r.duration_ms, r.status_code,
    r.error, r.answer
  from webhooks.message m join :rows as r on r.message_id = m.id
  where m.company_id = :companyId`,
  {
    rows: {
      id: 'uuid',
      messageId: 'uuid',
      number: 'integer',
      attemptedAt: 'timestamptz',
      durationMs: 'integer',
      statusCode: 'integer',
      error: 'text',
      answer: 'text',
    },
  },
);

/** Stores what became of messages, in a number of statements that does not grow with them. */
export async function storeOutcomes(tx: Tx, attempted: readonly Attempted[]): Promise<void> {
  if (attempted.length === 0) return;
  const ended = attempted
    .map((each): Ended => ({ ...each, after: afterAttempt(each.message, each.sent, each.at) }))
    .sort((a, b) => (a.message.id < b.message.id ? -1 : 1));
  // The endpoint first: whoever switches it off holds it and then fails what waits.
  const off = await noteHealth(tx, ended);
  const outcomes = ended.map((each) => outcomeOf(each, off.has(each.message.endpointId)));
  const stored = outcomes.map(({ message, sent, ...outcome }) => ({
    ...outcome,
    id: message.id,
    attempts: message.attempts,
    statusCode: sent.statusCode,
  }));
  await STORE.run(tx, STORE.columns(stored));
  await INSERT_ATTEMPTS.run(tx, INSERT_ATTEMPTS.columns(outcomes.map(attemptOf)));
}

type Outcome = Attempted & Pick<Message, 'status' | 'nextAttemptAt' | 'deliveredAt' | 'error'>;

function attemptOf({ message, at, durationMs, sent }: Outcome) {
  return {
    id: newId<'webhook-attempt'>(),
    messageId: message.id,
    number: message.attempts,
    attemptedAt: at,
    durationMs,
    statusCode: sent.statusCode,
    error: sent.error,
    answer: sent.answer,
  };
}

/** Nothing waits for an endpoint that is switched off. */
function outcomeOf({ after, ...ended }: Ended, isOff: boolean): Outcome {
  const { status, nextAttemptAt, deliveredAt } = after;
  if (isOff && status === 'pending') {
    return { ...ended, status: 'failed', nextAttemptAt: null, deliveredAt, error: 'webhook_off' };
  }
  return { ...ended, status, nextAttemptAt, deliveredAt, error: ended.sent.error };
}

/** Notes how the endpoints have answered; those that are switched off, now or by this. */
async function noteHealth(tx: Tx, ended: readonly Ended[]): Promise<ReadonlySet<WebhookId>> {
  const byEndpoint = new Map<WebhookId, Ended[]>();
  for (const each of ended) {
    const known = byEndpoint.get(each.message.endpointId);
    if (known) known.push(each);
    else byEndpoint.set(each.message.endpointId, [each]);
  }
  // In one order everywhere: two processes that store at once do not wait for each other in a
  // circle.
  const endpoints = [...byEndpoint].sort(([a], [b]) => (a < b ? -1 : 1));
  const answering = endpoints.filter(([, each]) => each.some(arrived)).map(([id]) => id);
  await clearFailures(tx, answering);
  const off = new Set<WebhookId>();
  for (const [id, each] of endpoints) {
    if (await isSwitchedOff(tx, id, failuresOf(each))) off.add(id);
  }
  return off;
}

const arrived = ({ sent }: Attempted) => sent.error === null;

/**
 * Those since the last message that arrived, and whoever says that the receiver is gone. What was
 * not tried says nothing about it.
 */
function failuresOf(ended: readonly Ended[]): readonly Ended[] {
  const last = ended.reduce<Instant | null>(
    (latest, each) => (arrived(each) && (latest === null || each.at > latest) ? each.at : latest),
    null,
  );
  return ended.filter(
    (each) =>
      !arrived(each) &&
      !isHeld(each.sent) &&
      (last === null || each.at > last || each.sent.statusCode === 410),
  );
}

async function isSwitchedOff(tx: Tx, id: WebhookId, failures: readonly Ended[]): Promise<boolean> {
  if (failures.length === 0) return false;
  const failing = await noteFailures(tx, id, failures.length, longestPause(failures));
  if (!failing?.active) return failing !== undefined;
  const reasons = failures.map(({ sent, after, at }) =>
    givesUp(failing.failingSince, sent, after, at),
  );
  const reason = reasons.includes('gone') ? 'gone' : reasons.find((each) => each !== null);
  if (!reason) return false;
  const before = await lockEndpoint(tx, id);
  const endpoint = await updateEndpoint(tx, before, { active: false, disabledReason: reason });
  await failPending(tx, id);
  const change = { object: 'webhook', recordId: id };
  emit(tx, { type: 'webhook.disabled', ...change, data: { ...endpointView(endpoint) } });
  audit(tx, {
    action: 'webhook.disabled',
    ...change,
    before: auditedEndpoint(before),
    after: auditedEndpoint(endpoint),
  });
  return true;
}

/** The latest instant before which the receiver asks for nothing. */
function longestPause(failures: readonly Ended[]): Instant | null {
  return failures.reduce<Instant | null>((latest, { after: { pausedUntil } }) => {
    if (pausedUntil === null) return latest;
    return latest === null || pausedUntil > latest ? pausedUntil : latest;
  }, null);
}
