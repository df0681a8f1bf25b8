import { instantFromEpochMs, type Instant } from '@quittance/kernel';

export type UntrustedJson = Readonly<Record<string, unknown>>;

/** Longer than any id of a provider; a longer text is none. */
const LONGEST_TEXT = 255;

/** 31 December 9999. */
const LAST_SECOND = 253_402_214_400n;

/** The JSON object in the bytes; undefined when there is none. */
export function readObject(raw: Buffer): UntrustedJson | undefined {
  try {
    return untrustedObject(JSON.parse(raw.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The value as an object: lists, null and texts stand where objects are expected. */
export function untrustedObject(value: unknown): UntrustedJson | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as UntrustedJson)
    : undefined;
}

/** A member of an object itself, never one that it inherits. */
export function memberOf(object: UntrustedJson | undefined, name: string): unknown {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Half of a character: no document of the database can hold it. */
const HALF = /\p{Surrogate}/u;

/** A text that our columns and indexes can hold; null when it is none, empty or too long. */
export function untrustedText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_TEXT) return null;
  return value.includes('\u0000') || HALF.test(value) ? null : value;
}

/** A text meant for people: cut where it is too long, but through no character. */
export function untrustedSentence(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return untrustedText(value.slice(0, LONGEST_TEXT).replace(new RegExp(HALF, 'gu'), ''));
}

/** Why an amount cannot be booked. */
export type AmountFault = 'unreadable_amount' | 'negative_amount';

/** What is wrong with an amount that is no `wireInteger`, or whose currency is none. */
export function amountFault(value: unknown): AmountFault {
  return typeof value === 'number' && value < 0 ? 'negative_amount' : 'unreadable_amount';
}

/** An instant in whole seconds of Unix; null when it is none, or 0 for none. */
export function instantOf(value: unknown): Instant | null {
  const seconds = wireInteger(value);
  return seconds === undefined || seconds === 0n || seconds > LAST_SECOND
    ? null
    : instantFromEpochMs(Number(seconds) * 1000);
}

/** An integer amount; undefined when it is none, is negative, or has lost digits. */
export function wireInteger(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? BigInt(value)
    : undefined;
}
