import { addSeconds, type Instant } from '@quittance/kernel';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The pauses after each failed try; with the first try that makes ten over almost three days. */
const PAUSES = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const;

export const EMAIL_TRIES = PAUSES.length + 1;

/**
 * How long an e-mail stays in the hands of a sender of which nothing is heard. One that is alive
 * says so much more often, however long its mail server takes.
 */
export const LEASE_SECONDS = 40;

/**
 * How long to wait for word of an e-mail that was handed over and not answered for, before it goes
 * again.
 */
export const UNANSWERED_SECONDS = 15 * MINUTE;

/** When an e-mail is tried again after so many tries; undefined when it has had them all. */
export function nextTry(attempts: number, now: Instant): Instant | undefined {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : addSeconds(now, pause);
}
