import { parseLocalDate as day } from '@quittance/calendar';
import type { Subscription } from '../subscription.description.js';
import { movedTerm } from './moved-term.js';

function until(cancelAt: string | null, from: string, more: Partial<Subscription> = {}) {
  const anchorDate = day(from);
  return {
    frequency: 'monthly',
    anchorDate,
    anchorDay: Number(from.slice(8)),
    billedFrom: anchorDate,
    gridBefore: null,
    gridNext: null,
    cancelAt: cancelAt && day(cancelAt),
    ...more,
  } as Subscription;
}

describe('the end of a term whose trial moves', () => {
  it.each([
    ['goes on for as many periods', '2027-01-15', '2026-02-10', '2027-02-10'],
    ['goes with an earlier end', '2026-04-15', '2026-01-05', '2026-04-05'],
    ['stays where it is within a period', '2026-04-20', '2026-02-10', '2026-04-20'],
    ['stays where it is on the trial', '2026-01-15', '2026-02-10', '2026-01-15'],
  ])('%s', (_, end, from, moved) => {
    expect(movedTerm(until(end, '2026-01-15'), until(end, from))).toBe(moved);
  });

  it('is none where none was agreed, and stays where the first period does', () => {
    expect(movedTerm(until(null, '2026-01-15'), until(null, '2026-02-15'))).toBeNull();
    const bound = until('2026-04-15', '2026-01-15');
    expect(movedTerm(bound, { ...bound, anchorDate: day('2026-02-15') })).toBe('2026-04-15');
  });
});
