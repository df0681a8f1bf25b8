import { parseLocalDate } from '@quittance/calendar';
import { paidDays } from './line-term.js';

const startOn = parseLocalDate('2026-03-01');
const line = { trialDays: 0, frequency: 'monthly', anchor: null, termPeriods: null } as const;

/** Of how many days of the term of a line it is paid for. */
const paid = (termMonths: number | null, over: object) => {
  const { paid: days, whole } = paidDays({ startOn, termMonths }, { ...line, ...over });
  return `${days}/${whole}`;
};

it('a trial takes off so many days of the term, or of the first year', () => {
  expect(paid(12, {})).toBe('1/1');
  expect(paid(12, { trialDays: 30 })).toBe('335/365');
  expect(paid(12, { trialDays: 365 })).toBe('0/365');
  expect(paid(12, { trialDays: 4000 })).toBe('0/365');
  expect(paid(null, { trialDays: 30 })).toBe('335/365');
  // Whole periods are counted from the day on which it is billed.
  expect(paid(null, { trialDays: 31, termPeriods: 1 })).toBe('30/61');
  // The contract ends it, however long its line is said to be.
  expect(paid(12, { trialDays: 365, termPeriods: 123 })).toBe('0/365');
  expect(paid(12, { trialDays: 31, termPeriods: 1 })).toBe('30/61');
});
