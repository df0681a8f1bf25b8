import type { ListDefinition } from '@quittance/lists';
import { DUNNING_ACTIONS } from '../schedule/dunning-schedule.js';
import { ATTEMPTS, ATTEMPT_COLUMNS } from './attempt.repository.js';
import { ATTEMPT_RESULTS } from './attempt.js';
import { type AttemptView, attemptView } from './attempt.view.js';
import type { Attempt } from './attempt.entity.js';

/** What dunning has done, the latest first. */
export const attemptList: ListDefinition<Attempt, AttemptView> = {
  from: ATTEMPTS,
  select: ATTEMPT_COLUMNS,
  id: 'a.id',
  fields: {
    invoiceId: { sql: 'a.invoice_id', type: 'id', notNull: true },
    ladder: { sql: 'a.ladder', type: 'integer', notNull: true },
    step: { sql: 'a.step', type: 'integer', notNull: true },
    action: { sql: 'a.action', type: 'enum', values: DUNNING_ACTIONS, notNull: true },
    result: { sql: 'a.result', type: 'enum', values: ATTEMPT_RESULTS, notNull: true },
    reason: { sql: 'a.reason', type: 'text' },
    tries: { sql: 'a.tries', type: 'integer', notNull: true },
    asOf: { sql: 'a.as_of', type: 'date', notNull: true },
    madeOn: { sql: 'a.made_on', type: 'date', notNull: true },
    runId: { sql: 'a.run_id', type: 'id', notNull: true },
    attemptedAt: { sql: 'a.attempted_at', type: 'instant', notNull: true },
    createdAt: { sql: 'a.created_at', type: 'instant', notNull: true },
  },
  search: ['a.reason'],
  defaultSort: '-attemptedAt',
  map: attemptView,
};
