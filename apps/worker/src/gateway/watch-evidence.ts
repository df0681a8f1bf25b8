import { RemindOfEvidence } from '@quittance/gateway/host';
import { systemClock } from '@quittance/kernel';
import { runningLoop } from '../running-loop.js';

/** Looks now and then for disputes whose evidence is due. */
export const watchEvidence = runningLoop({
  by: RemindOfEvidence,
  work: (evidence) => evidence.execute(systemClock.now()),
  failure: 'nobody could be reminded of evidence',
  firstPauseMs: 60_000,
  longestPauseMs: 300_000,
});
