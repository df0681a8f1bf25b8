import { outcomeOf } from '../testing/outcome-of.js';
import { TASK_STATUSES, refuseCompletion, workMoveFault } from './work.js';

const ALLOWED = [
  'open>in_progress',
  'open>completed',
  'open>cancelled',
  'in_progress>open',
  'in_progress>completed',
  'in_progress>cancelled',
  'completed>open',
  'cancelled>open',
];

describe('the states of tasks and activities', () => {
  const pairs = TASK_STATUSES.flatMap((from) => TASK_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s as the table says', (from, to) => {
    const expected = from === to || ALLOWED.includes(`${from}>${to}`);
    expect(workMoveFault(from, to)?.code).toBe(expected ? undefined : 'work_status_conflict');
  });

  test.each(TASK_STATUSES)('completing what is %s', (from) => {
    const expected = ALLOWED.includes(`${from}>completed`);
    const outcome = outcomeOf(() => refuseCompletion(from));
    expect(outcome).toBe(expected ? undefined : 'work_status_conflict');
  });
});
