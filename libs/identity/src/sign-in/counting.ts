import type { Instant } from '@quittance/kernel';
import { attemptStatement } from './attempt-statement.js';
import { judgeAttempt, lockMet, TRIES_IN_LOCK, type LockState } from './lock-out.js';

/** How failures are counted in the directories of the portals. */
export const lockOut = {
  judge: (state: LockState, matches: boolean, now: Instant) =>
    judgeAttempt(state, matches, now, TRIES_IN_LOCK),
  statement: attemptStatement,
  met: lockMet,
};
