import type { EventEnvelope } from '@quittance/contracts';
import { addSeconds, epochMs, type Id, type Instant } from '@quittance/kernel';
import { createHash, createHmac } from 'node:crypto';
import { SEND_ERRORS, type Sent } from '../targets/post.js';

export type MessageId = Id<'webhook-message'>;

export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Why the last attempt failed; `webhook_off` when the endpoint was switched off meanwhile. */
export const MESSAGE_ERRORS = [...SEND_ERRORS, 'webhook_off'] as const;
export type MessageError = (typeof MESSAGE_ERRORS)[number];

/** The shape of message bodies; a change that breaks receivers gets a new date. */
export const API_VERSION = '2026-11-01';

/** The type of the message that a person sends to try an endpoint out. */
export const TEST_TYPE = 'webhook.test';

/** The type of a message that a workflow rule sends. */
export const WORKFLOW_TYPE = 'workflow.triggered';

const LARGEST_BODY = 256 * 1024;

/**
 * Seconds before each attempt after the first, as Standard Webhooks proposes: ten over 75 hours.
 */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const JITTER = 0.2;
const LONGEST_PAUSE = 86_400;
const FAILING_DAYS = 3;

/** What of an event goes on the wire. */
export type Announced = Pick<
  EventEnvelope,
  'id' | 'companyId' | 'occurredAt' | 'actor' | 'object' | 'recordId' | 'data'
> &
  Partial<Pick<EventEnvelope, 'before'>> & {
    readonly type: EventEnvelope['type'] | typeof WORKFLOW_TYPE;
  };

/** The exact text that is signed and sent, the same at every attempt. */
export function bodyOf(event: Announced): string {
  const head = {
    type: event.type,
    timestamp: event.occurredAt,
    company_id: event.companyId,
    api_version: API_VERSION,
    event_id: event.id,
    actor: event.actor,
    object: event.object,
    record_id: event.recordId,
  };
  const body = JSON.stringify({ ...head, data: event.data, before: shownBefore(event) });
  if (Buffer.byteLength(body) <= LARGEST_BODY) return body;
  return JSON.stringify({ ...head, data: { id: event.recordId }, truncated: true });
}

/**
 * Of an update the changed members as they were, those that `data` shows; undefined without any.
 */
function shownBefore({ data, before }: Announced): Announced['data'] | undefined {
  const shown = Object.entries(before ?? {}).filter(([name]) => Object.hasOwn(data, name));
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}

/** The body of a test message. */
export function testBody(companyId: string, now: Instant): string {
  const data = { message: 'It works.' };
  const head = { type: TEST_TYPE, timestamp: now, company_id: companyId, api_version: API_VERSION };
  return JSON.stringify({ ...head, data });
}

/** `msg_…`: the same on every attempt, so that receivers can drop doubles. */
export function wireId(id: MessageId): string {
  return `msg_${id.replaceAll('-', '')}`;
}

/**
 * The headers of one attempt, signed as Standard Webhooks 1.0.0 says: HMAC-SHA256 of id, seconds
 * and body with the decoded secret, one signature for each secret that is live.
 */
export function signedHeaders(
  message: { readonly id: MessageId; readonly body: string },
  secrets: readonly string[],
  now: Instant,
): Record<string, string> {
  const id = wireId(message.id);
  const seconds = String(Math.floor(epochMs(now) / 1000));
  const signed = `${id}.${seconds}.${message.body}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'Quittance/1.0 (+webhooks)',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
  };
}

/** One signature over `id.seconds.body`; the key is what follows `whsec_`, decoded. */
export function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** How a message stands after an attempt. */
export interface AfterAttempt {
  readonly status: MessageStatus;
  readonly nextAttemptAt: Instant | null;
  readonly deliveredAt: Instant | null;
  /** The receiver asks for nothing before then. */
  readonly pausedUntil: Instant | null;
}

/** What becomes of a message after its n-th attempt. */
export function afterAttempt(
  { id, attempts }: { readonly id: MessageId; readonly attempts: number },
  sent: Sent,
  now: Instant,
): AfterAttempt {
  const ended = { nextAttemptAt: null, deliveredAt: null, pausedUntil: null };
  if (sent.error === null) return { ...ended, status: 'delivered', deliveredAt: now };
  const pause = PAUSES[attempts - 1];
  if (pause === undefined || sent.statusCode === 410 || isHeld(sent)) {
    return { ...ended, status: 'failed' };
  }
  const asked = SLOW_DOWN.has(sent.statusCode ?? 0) ? retryAfter(sent.retryAfter, now) : null;
  const wait = Math.max(jittered(pause, `${id}/${attempts}`), asked ?? 0);
  return {
    status: 'pending',
    nextAttemptAt: addSeconds(now, wait),
    deliveredAt: null,
    pausedUntil: asked === null ? null : addSeconds(now, asked),
  };
}

/** Whether it was not tried because it has stopped its process too often. */
export function isHeld({ error }: Pick<Sent, 'error'>): boolean {
  return error === 'work_quarantined';
}

const SLOW_DOWN = new Set([429, 502, 503, 504]);

/** Up to a fifth more or less, drawn from the message itself: a crowd of retries spreads out. */
function jittered(seconds: number, seed: string): number {
  const draw = createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
  return seconds * (1 + JITTER * (2 * draw - 1));
}

/** Seconds asked for by a `Retry-After` header, at most a day. */
function retryAfter(header: string | null, now: Instant): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : secondsUntil(header, now);
  return seconds > 0 ? Math.min(seconds, LONGEST_PAUSE) : null;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const HTTP_DATE = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/;

/** Seconds until an HTTP date; 0 when the text is none. */
function secondsUntil(text: string, now: Instant): number {
  const [, day, name = '', year, time] = HTTP_DATE.exec(text) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return 0;
  const at = `${year}-${String(month).padStart(2, '0')}-${day}T${time}Z` as Instant;
  const seconds = (epochMs(at) - epochMs(now)) / 1000;
  return Number.isFinite(seconds) ? seconds : 0;
}

/** Whether an endpoint is given up: the receiver is gone, or nothing has arrived for three days. */
export function givesUp(
  failingSince: Instant | null,
  sent: Sent,
  after: AfterAttempt,
  now: Instant,
): 'gone' | 'failing' | null {
  if (sent.statusCode === 410) return 'gone';
  if (after.status !== 'failed' || failingSince === null) return null;
  return addSeconds(failingSince, FAILING_DAYS * 86_400) <= now ? 'failing' : null;
}
