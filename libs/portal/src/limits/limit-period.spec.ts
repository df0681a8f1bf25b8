import { parseLocalDate } from '@quittance/calendar';
import { ADDED_PERIODS, limitSpanOf, type AddedPeriod } from './limit-period.js';

it.each<[AddedPeriod, string, string, string]>([
  ['day', '2026-02-28', '2026-02-28', '2026-03-01'],
  ['week', '2026-11-26', '2026-11-23', '2026-11-30'],
  ['week', '2026-11-23', '2026-11-23', '2026-11-30'],
  ['week', '2026-11-29', '2026-11-23', '2026-11-30'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-04'],
  ['month', '2026-05-31', '2026-05-01', '2026-06-01'],
  ['quarter', '2026-11-26', '2026-10-01', '2027-01-01'],
  ['quarter', '2026-03-31', '2026-01-01', '2026-04-01'],
  ['year', '2026-12-31', '2026-01-01', '2027-01-01'],
])('the %s of %s is from %s until %s', (period, day, startsOn, until) => {
  expect(limitSpanOf(period, parseLocalDate(day))).toEqual({ startsOn, until });
});

it('every day of a period is in the same', () => {
  for (const period of ADDED_PERIODS) {
    const { startsOn, until } = limitSpanOf(period, parseLocalDate('2028-02-29'));
    expect(limitSpanOf(period, startsOn)).toEqual({ startsOn, until });
    expect(limitSpanOf(period, until).startsOn).toBe(until);
  }
});
