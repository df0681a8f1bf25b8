import { systemClock } from '@quittance/kernel';
import { BuildFieldIndexes } from '@quittance/objects/host';
import { runningLoop } from '../running-loop.js';

/**
 * Somebody who marks a field as indexed does not wait for it: lists read the documents meanwhile.
 */
const LONGEST_PAUSE_MS = 5000;

/** Brings what is stored of custom fields into their indexes, where one is asked for. */
export const buildIndexes = runningLoop({
  by: BuildFieldIndexes,
  work: (indexes, onError) => indexes.buildOnce(systemClock, onError),
  failure: 'an index could not be built',
  longestPauseMs: LONGEST_PAUSE_MS,
});
