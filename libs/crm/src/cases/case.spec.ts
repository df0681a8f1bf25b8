import {
  CASE_OPERATIONS,
  CASE_STATUSES,
  caseStatusAfter,
  caseStatusAfterComment,
  type CaseOperation,
  type CaseStatus,
} from './case.js';
import { outcomeOf } from '../testing/outcome-of.js';

const RESULT: Record<CaseOperation, Partial<Record<CaseStatus, CaseStatus>>> = {
  open: { new: 'open', waiting: 'open' },
  wait: { new: 'waiting', open: 'waiting' },
  resolve: { new: 'resolved', open: 'resolved', waiting: 'resolved' },
  reopen: { resolved: 'open', closed: 'open' },
  close: { resolved: 'closed' },
};

describe('the states of a case', () => {
  const cases = CASE_OPERATIONS.flatMap((operation) =>
    CASE_STATUSES.map((status) => [operation, status, RESULT[operation][status]] as const),
  );

  test.each(cases)('to %s a case that is %s: %s', (operation, status, to) => {
    expect(outcomeOf(() => caseStatusAfter(status, operation))).toBe(to ?? 'case_status_conflict');
  });
});

describe('a comment', () => {
  const after = (byCustomer: boolean, visibility: 'public' | 'internal') =>
    Object.fromEntries(
      CASE_STATUSES.map((s) => [s, caseStatusAfterComment(s, { byCustomer, visibility })]),
    );
  const unchanged = Object.fromEntries(CASE_STATUSES.map((status) => [status, status]));

  it('among ourselves changes nothing', () => {
    expect(after(false, 'internal')).toEqual(unchanged);
  });

  it('of ours takes up a new case', () => {
    expect(after(false, 'public')).toEqual({ ...unchanged, new: 'open' });
  });

  it('of the customer ends the waiting and brings back what was resolved', () => {
    expect(after(true, 'public')).toEqual({ ...unchanged, waiting: 'open', resolved: 'open' });
  });
});
