import { IdempotencyKeys } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { runningLoop } from '../running-loop.js';

/** Nobody waits for it: the same request may take a silent key over as it is. */
const LONGEST_PAUSE_MS = 5000;

/** Marks the idempotency keys of requests that died with their host as abandoned. */
export const abandonKeys = runningLoop({
  by: IdempotencyKeys,
  work: (keys, onError) => keys.abandonSilent(systemClock.now(), onError),
  failure: 'dead idempotency keys could not be marked',
  longestPauseMs: LONGEST_PAUSE_MS,
});
