import {
  CASE_OPERATIONS,
  CASE_STATUSES,
  caseStatusAfter,
  caseStatusAfterComment,
  caseStatusAfterCustomer,
  REOPEN_DAYS,
  refuseLateWord,
  refuseRating,
  type CaseOperation,
  type CaseStatus,
} from './case.js';
import { addSeconds, type Instant } from '@quittance/kernel';
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

const now = '2026-06-30T12:00:00.000Z' as Instant;
const DAY = 24 * 3600;
const ENDED = { new: null, open: null, waiting: null, resolved: 'resolvedAt', closed: 'closedAt' };

/** As it would be after so many seconds since its end. */
function endOf(status: CaseStatus, seconds: number) {
  const end = ENDED[status];
  const over = end === null ? {} : { [end]: addSeconds(now, -seconds) };
  return { resolvedAt: null, closedAt: null, ...over, now };
}

describe('what a customer does to a case', () => {
  const TO: Record<'close' | 'reopen', Partial<Record<CaseStatus, CaseStatus>>> = {
    close: { new: 'closed', open: 'closed', waiting: 'closed', resolved: 'closed' },
    reopen: { resolved: 'open', closed: 'open' },
  };
  const cases = (['close', 'reopen'] as const).flatMap((operation) =>
    CASE_STATUSES.map((status) => [operation, status, TO[operation][status]] as const),
  );

  test.each(cases)('to %s a case that is %s: %s', (operation, status, to) => {
    const work = () => caseStatusAfterCustomer(status, operation, endOf(status, 0));
    expect(outcomeOf(work)).toBe(to ?? 'case_status_conflict');
  });

  test.each(['resolved', 'closed'] as const)('reopens one that is %s for 30 days', (status) => {
    const after = (seconds: number) =>
      outcomeOf(() => caseStatusAfterCustomer(status, 'reopen', endOf(status, seconds)));
    expect(after(REOPEN_DAYS * DAY)).toBe('open');
    expect(after(REOPEN_DAYS * DAY + 1)).toBe('case_reopen_expired');
    const said = (seconds: number) =>
      outcomeOf(() => refuseLateWord(status, endOf(status, seconds)));
    const isClosed = status === 'closed';
    expect(said(REOPEN_DAYS * DAY)).toBe(isClosed ? 'case_status_conflict' : undefined);
    expect(said(REOPEN_DAYS * DAY + 1)).toBe(
      isClosed ? 'case_status_conflict' : 'case_reopen_expired',
    );
  });

  test.each(CASE_STATUSES)('rates one that is %s when it is over, and once', (status) => {
    const isOver = status === 'resolved' || status === 'closed';
    const first = outcomeOf(() => refuseRating(status, null));
    expect(first).toBe(isOver ? undefined : 'case_status_conflict');
    expect(outcomeOf(() => refuseRating(status, 3))).toBe('case_status_conflict');
  });
});
