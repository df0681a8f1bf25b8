import { epochMs, isUuid, parseInstant, type Instant } from '@quittance/kernel';
import { parseDecimal, trimDecimal } from '@quittance/money';
import { createHash } from 'node:crypto';
import type { SubscriptionId } from '../subscriptions/subscription.js';

export const MOST_EVENTS = 10_000;
const MOST_PROPERTIES = 20;
const MOST_ID = 100;
const MOST_TEXT = 200;

/** Why an event was not taken. */
export const USAGE_CODES = [
  'event_invalid',
  'value_invalid',
  'meter_unknown',
  'subscription_unknown',
  'usage_in_future',
  'usage_too_late',
  'usage_before_start',
  'usage_after_end',
  'usage_while_paused',
  'usage_event_conflict',
] as const;
export type UsageCode = (typeof USAGE_CODES)[number];

/** Values of properties: short texts, exact numbers and truth values. */
export type Properties = Readonly<Record<string, string | number | boolean>>;

/** An event as it was sent, and is well-formed. */
export interface SentEvent {
  readonly eventId: string;
  readonly meter: string;
  /** One of both. */
  readonly subscriptionId: SubscriptionId | null;
  readonly externalKey: string | null;
  readonly at: Instant;
  /** Plain decimal text. */
  readonly value: string;
  readonly properties: Properties | null;
}

const MEMBERS: ReadonlySet<string> = new Set([
  'eventId',
  'meter',
  'subscriptionId',
  'externalKey',
  'timestamp',
  'value',
  'properties',
]);

/** Whether an event has a member of that name. */
export function isUsageMember(name: string): boolean {
  return MEMBERS.has(name);
}

/**
 * Reads one row, whatever it is. `ofSubscription` is the one that the path names, which the row may
 * leave out.
 */
export function readUsageEvent(
  row: unknown,
  ofSubscription: SubscriptionId | null = null,
): SentEvent | UsageCode {
  if (!isPlain(row) || Object.keys(row).some((name) => !MEMBERS.has(name))) return 'event_invalid';
  const { eventId, meter, subscriptionId, externalKey, timestamp, properties } = row;
  const at = typeof timestamp === 'string' ? instantOf(timestamp) : null;
  const named = subscriptionId ?? (externalKey == null ? ofSubscription : null);
  if (!isText(eventId, MOST_ID) || !isText(meter, MOST_TEXT) || at === null) return 'event_invalid';
  if ((named === null) === (externalKey == null)) return 'event_invalid';
  if (named !== null && !isUuid(named)) return 'subscription_unknown';
  if (ofSubscription !== null && named !== ofSubscription) return 'subscription_unknown';
  if (externalKey != null && !isText(externalKey, MOST_ID)) return 'event_invalid';
  if (properties != null && !areProperties(properties)) return 'event_invalid';
  const value = valueOf(row.value);
  if (value === null) return 'value_invalid';
  return {
    eventId,
    meter,
    subscriptionId: named as SubscriptionId | null,
    externalKey: externalKey == null ? null : externalKey,
    at,
    value,
    properties: properties == null ? null : properties,
  };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= most && !NUL.test(value);
}

// eslint is not asked: PostgreSQL keeps no text with it.
const NUL = new RegExp(String.fromCharCode(0));

function areProperties(value: unknown): value is Properties {
  if (!isPlain(value)) return false;
  const all = Object.entries(value);
  return (
    all.length <= MOST_PROPERTIES &&
    all.every(
      ([name, each]) =>
        isText(name, MOST_TEXT) &&
        (typeof each === 'boolean' ||
          (typeof each === 'number' && Number.isSafeInteger(each)) ||
          (typeof each === 'string' && each.length <= MOST_TEXT && !NUL.test(each))),
    )
  );
}

function instantOf(text: string): Instant | null {
  try {
    return parseInstant(text);
  } catch {
    return null;
  }
}

/** At most 15 digits and 6 decimals; a number only where it is exact. */
function valueOf(value: unknown = '1'): string | null {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return null;
  const text = String(value);
  const parsed = parseDecimal(text);
  if (!parsed || parsed.scale > 6) return null;
  const [whole = ''] = text.replace('-', '').split('.');
  return whole.length > 15 ? null : trimDecimal(text);
}

/** What of an event has to be the same when it is sent again. */
export function contentOf(event: SentEvent, subscriptionId: SubscriptionId): string {
  const { meter, at, value, properties } = event;
  const sorted = Object.entries(properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([meter, subscriptionId, epochMs(at), value, sorted]);
  return createHash('sha256').update(content).digest('hex');
}
