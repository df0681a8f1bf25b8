import { AuditQuarantines } from '@quittance/audit';
import { systemClock } from '@quittance/kernel';
import { runningLoop } from '../running-loop.js';

/** A quarantine begins with the end of a process, also of a host on the same machine. */
const LONGEST_PAUSE_MS = 60_000;

/** Tells companies what of their work is in quarantine, at the start and while the worker runs. */
export const pollQuarantines = runningLoop({
  by: AuditQuarantines,
  work: (quarantines) => quarantines.execute(systemClock.now()),
  failure: 'a company could not be told of a quarantine',
  firstPauseMs: LONGEST_PAUSE_MS,
  longestPauseMs: LONGEST_PAUSE_MS,
});
