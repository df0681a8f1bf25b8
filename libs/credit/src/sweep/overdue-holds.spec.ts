import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { accountsToHold, type PastHolds } from './overdue-holds.js';

const accountId = newId<'account'>();
const late = (due: string) => [{ accountId, latestDueDate: parseLocalDate(due) }];
const past = (over: Partial<PastHolds>): PastHolds[] => [
  { accountId, isHeld: false, letGoOn: null, ...over },
];
const letGo = (on: string) => past({ letGoOn: parseLocalDate(on) });

describe('a customer who is ten days late', () => {
  const due = late('2026-03-01');

  it('is held', () => {
    expect(accountsToHold(due, [], 10)).toEqual([accountId]);
    expect(accountsToHold(due, past({}), 10)).toEqual([accountId]);
  });

  it('is not held twice', () => {
    expect(accountsToHold(due, past({ isHeld: true }), 10)).toEqual([]);
  });

  it('stays free where a person let him go who knew of it', () => {
    expect(accountsToHold(due, letGo('2026-03-11'), 10)).toEqual([]);
    expect(accountsToHold(due, letGo('2026-03-20'), 10)).toEqual([]);
  });

  it('is held again where it became so late after that', () => {
    expect(accountsToHold(due, letGo('2026-03-10'), 10)).toEqual([accountId]);
  });
});
