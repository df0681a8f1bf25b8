import { addSeconds, type Instant } from '@quittance/kernel';

/**
 * After so many failed tries an event is dead: listed, and tried again only when a person says so.
 */
export const EVENT_TRIES = 10;

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3600;

export type AfterFailure =
  | { readonly state: 'pending'; readonly attempts: number; readonly nextAttemptAt: Instant }
  | { readonly state: 'dead'; readonly attempts: number; readonly nextAttemptAt: null };

/** What becomes of an event that failed again: pauses of 5 s, 10 s, 20 s … at most an hour. */
export function afterFailure(attemptsBefore: number, now: Instant): AfterFailure {
  const attempts = attemptsBefore + 1;
  if (attempts >= EVENT_TRIES) return { state: 'dead', attempts, nextAttemptAt: null };
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
  return { state: 'pending', attempts, nextAttemptAt: addSeconds(now, pause) };
}

/** What becomes of an event whose consumer found its records held by others: no try is used up. */
export function afterContention(attempts: number, now: Instant): AfterFailure {
  return { state: 'pending', attempts, nextAttemptAt: addSeconds(now, FIRST_PAUSE_SECONDS) };
}
