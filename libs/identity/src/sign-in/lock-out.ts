import { addSeconds, epochMs, type Instant } from '@quittance/kernel';

export const FAILURES_TO_LOCK = 5;
export const LOCK_SECONDS = 15 * 60;
/**
 * So many passwords are looked at while a portal user is locked. Without an end to it the answer to
 * a right one would tell a guesser that it is the right one, however long they are locked out.
 */
export const TRIES_IN_LOCK = 5;

/** How close an account is to being locked, or until when it is. */
export interface LockState {
  /** Consecutive failures, 0 to 5. */
  readonly failures: number;
  readonly lockedUntil: Instant | null;
  /** Passwords looked at since it was locked, 0 to 5; 0 where any number of them is. */
  readonly triesInLock: number;
}

export const UNLOCKED: LockState = Object.freeze({
  failures: 0,
  lockedUntil: null,
  triesInLock: 0,
});

export type LockVerdict =
  | { readonly outcome: 'admitted'; readonly state: LockState }
  | { readonly outcome: 'refused'; readonly state: LockState; readonly lockedNow: boolean }
  | { readonly outcome: 'locked'; readonly state: LockState; readonly secondsLeft: number };

export function isLocked(state: LockState, now: Instant): boolean {
  return state.lockedUntil !== null && state.lockedUntil > now;
}

/**
 * What one attempt does to an account. Five consecutive failures lock it for 15 minutes; while it
 * is locked no failure is counted and the lock does not grow, so that guessing cannot keep a user
 * out for ever; where only so many passwords
 * are looked at in a lock, a right one behind them is refused as if it were wrong. A lock that has
 * run out starts a new count.
 */
export function judgeAttempt(
  state: LockState,
  passwordMatches: boolean,
  now: Instant,
  mostInLock = Infinity,
): LockVerdict {
  if (isLocked(state, now)) {
    const isLookedAt = state.triesInLock < mostInLock;
    const isCounted = isLookedAt && mostInLock < Infinity;
    const after = isCounted ? { ...state, triesInLock: state.triesInLock + 1 } : state;
    if (!passwordMatches || !isLookedAt) {
      return { outcome: 'refused', state: after, lockedNow: false };
    }
    const secondsLeft = secondsUntil(state.lockedUntil ?? now, now);
    return { outcome: 'locked', state: after, secondsLeft };
  }
  if (passwordMatches) return { outcome: 'admitted', state: UNLOCKED };
  const failures = (state.lockedUntil === null ? state.failures : 0) + 1;
  const lockedNow = failures >= FAILURES_TO_LOCK;
  const lockedUntil = lockedNow ? addSeconds(now, LOCK_SECONDS) : null;
  return { outcome: 'refused', state: { failures, lockedUntil, triesInLock: 0 }, lockedNow };
}

/**
 * Names the lock that an attempt met, null where it met none: of all attempts in one lock one entry
 * in the log is enough, however many strangers make.
 * @param counted the account or the device whose count it is
 */
export function lockMet(verdict: LockVerdict, counted: string): string | null {
  const { outcome, state } = verdict;
  if (state.lockedUntil === null || (outcome === 'refused' && verdict.lockedNow)) return null;
  return `${counted} ${state.lockedUntil}`;
}

function secondsUntil(end: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((epochMs(end) - epochMs(now)) / 1000));
}
