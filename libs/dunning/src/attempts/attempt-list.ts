import type { ListDefinition } from '@quittance/lists';
import { ATTEMPTS, ATTEMPT_COLUMNS } from './attempt.repository.js';
import { attemptNoun, attemptView, type DunningAttempt, type AttemptView } from './attempt.js';

const { listFields, search, defaultSort } = attemptNoun;

/** What dunning has done, the latest first. */
export const attemptList: ListDefinition<DunningAttempt, AttemptView> = {
  from: ATTEMPTS,
  select: ATTEMPT_COLUMNS,
  id: 'a.id',
  fields: listFields,
  search,
  defaultSort,
  map: attemptView,
};
