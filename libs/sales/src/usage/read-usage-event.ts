import { epochMs, isUuid, parseInstant, type Instant } from '@quittance/kernel';
import { parseDecimal, trimDecimal } from '@quittance/money';
import { createHash } from 'node:crypto';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { usageFault, type UsageFault } from './usage-fault.js';

export const MOST_EVENTS = 10_000;
const MOST_PROPERTIES = 20;
const MOST_ID = 100;
const MOST_TEXT = 200;

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

/** An event in which something is wrong, with what could be read of it. */
export interface UnreadEvent {
  readonly faults: readonly UsageFault[];
  readonly known: Partial<SentEvent>;
}

/** Whether an event cannot be taken for what it says. */
export function isUnread(read: SentEvent | UnreadEvent): read is UnreadEvent {
  return 'faults' in read;
}

/**
 * Reads one row, whatever it is, and finds all that is wrong with it. `ofSubscription` is the one
 * that the path names, which the row may leave out.
 */
export function readUsageEvent(
  row: unknown,
  ofSubscription: SubscriptionId | null = null,
): SentEvent | UnreadEvent {
  if (!isPlain(row)) return { faults: [invalid('', 'must be an object')], known: {} };
  const faults = Object.keys(row).flatMap((name) =>
    MEMBERS.has(name) ? [] : [invalid(at(name), 'is not a member of an event')],
  );
  const { eventId, meter, timestamp, properties } = row;
  const time = typeof timestamp === 'string' ? instantOf(timestamp) : null;
  if (!isText(eventId, MOST_ID)) faults.push(invalid('/eventId', textOf(MOST_ID)));
  if (!isText(meter, MOST_TEXT)) faults.push(invalid('/meter', textOf(MOST_TEXT)));
  if (time === null) {
    faults.push(invalid('/timestamp', 'must be an RFC 3339 instant such as 2026-03-01T09:30:00Z'));
  }
  const named = subscriptionIn(row, ofSubscription);
  if ('code' in named) faults.push(named);
  if (properties != null && !areProperties(properties)) {
    faults.push(invalid('/properties', PROPERTIES));
  }
  const value = valueOf(row.value);
  if (value === null) faults.push(usageFault('value_invalid', '/value', VALUE));
  if (faults.length > 0) {
    const known: Partial<SentEvent> = {
      ...(isText(eventId, MOST_ID) && { eventId }),
      ...(isText(meter, MOST_TEXT) && { meter }),
      ...(!('code' in named) && named),
      ...(time !== null && { at: time }),
      ...(value !== null && { value }),
      ...((properties == null || areProperties(properties)) && { properties: properties ?? null }),
    };
    return { faults, known };
  }
  // Named one by one: what a spread begins has a hidden class of its own on Node.js 20.
  const { subscriptionId, externalKey } = named as Named;
  return {
    eventId,
    meter,
    subscriptionId,
    externalKey,
    at: time,
    value,
    properties: properties ?? null,
  } as SentEvent;
}

type Named = Pick<SentEvent, 'subscriptionId' | 'externalKey'>;

/** The subscription that a row names, by one of both. */
function subscriptionIn(
  { subscriptionId, externalKey }: Readonly<Record<string, unknown>>,
  ofSubscription: SubscriptionId | null,
): Named | UsageFault {
  const named = subscriptionId ?? (externalKey == null ? ofSubscription : null);
  if ((named === null) === (externalKey == null)) {
    return invalid('/subscriptionId', 'must be there, or externalKey, and not both');
  }
  if (named !== null && !isUuid(named)) return unknown('/subscriptionId', 'must be a UUID');
  if (ofSubscription !== null && named !== ofSubscription) {
    const place = externalKey == null ? '/subscriptionId' : '/externalKey';
    return unknown(place, 'is not the subscription of the path');
  }
  if (externalKey != null && !isText(externalKey, MOST_ID)) {
    return invalid('/externalKey', textOf(MOST_ID));
  }
  return {
    subscriptionId: named as SubscriptionId | null,
    externalKey: externalKey == null ? null : externalKey,
  };
}

const invalid = (pointer: string, detail: string) => usageFault('event_invalid', pointer, detail);
const unknown = (pointer: string, detail: string) =>
  usageFault('subscription_unknown', pointer, detail);
const textOf = (most: number) => `must be a text of 1 to ${most} characters`;
const PROPERTIES =
  `must be an object of at most ${MOST_PROPERTIES} texts, whole numbers and truth values, ` +
  `each of at most ${MOST_TEXT} characters`;
const VALUE = 'must be a decimal text, or a whole number, of at most 15 digits and 6 decimals';

/** A member that somebody made up may have any length. */
const at = (name: string) =>
  `/${name.slice(0, MOST_TEXT).replaceAll('~', '~0').replaceAll('/', '~1')}`;

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
