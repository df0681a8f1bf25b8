import type { ListDefinition } from '@quittance/lists';
import { nounList } from '@quittance/nouns';
import { ATTEMPTS, ATTEMPT_COLUMNS } from './attempt.repository.js';
import { attemptNoun, attemptView, type DunningAttempt, type AttemptView } from './attempt.js';

/** What dunning has done, the latest first. */
export const attemptList: ListDefinition<DunningAttempt, AttemptView> = {
  ...nounList<DunningAttempt, AttemptView>(attemptNoun, attemptView),
  from: ATTEMPTS,
  select: ATTEMPT_COLUMNS,
};
