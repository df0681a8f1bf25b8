import { addSeconds, epochMs, type Instant } from '@quittance/kernel';

export const FAILURES_TO_LOCK = 5;
export const LOCK_SECONDS = 15 * 60;

/** How close an account is to being locked, or until when it is. */
export interface LockState {
  /** Consecutive failures, 0 to 5. */
  readonly failures: number;
  readonly lockedUntil: Instant | null;
}

export const UNLOCKED: LockState = Object.freeze({ failures: 0, lockedUntil: null });

export type LockVerdict =
  | { readonly outcome: 'admitted'; readonly state: LockState }
  | { readonly outcome: 'refused'; readonly state: LockState; readonly lockedNow: boolean }
  | { readonly outcome: 'locked'; readonly state: LockState; readonly secondsLeft: number };

export function isLocked(state: LockState, now: Instant): boolean {
  return state.lockedUntil !== null && state.lockedUntil > now;
}

/**
 * What one attempt does to an account. Five consecutive failures lock it for 15 minutes; while it
 * is locked nothing is counted and the lock does not grow, so that guessing cannot keep a user out
 * for ever. A lock that has run out starts a new count.
 */
export function judgeAttempt(
  state: LockState,
  passwordMatches: boolean,
  now: Instant,
): LockVerdict {
  if (isLocked(state, now)) {
    if (!passwordMatches) return { outcome: 'refused', state, lockedNow: false };
    return { outcome: 'locked', state, secondsLeft: secondsUntil(state.lockedUntil ?? now, now) };
  }
  if (passwordMatches) return { outcome: 'admitted', state: UNLOCKED };
  const failures = (state.lockedUntil === null ? state.failures : 0) + 1;
  const lockedNow = failures >= FAILURES_TO_LOCK;
  const lockedUntil = lockedNow ? addSeconds(now, LOCK_SECONDS) : null;
  return { outcome: 'refused', state: { failures, lockedUntil }, lockedNow };
}

function secondsUntil(end: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((epochMs(end) - epochMs(now)) / 1000));
}
