import { addDays, isLocalDate, parseLocalDate, type LocalDate } from './dates.js';
import {
  FREQUENCIES,
  periodEnd,
  periodIndexOnOrAfter,
  periodStart,
  type Frequency,
} from './recurrence.js';

const DAY = 86_400_000;
const PERIODS = 14;
const recurring = FREQUENCIES.filter((frequency) => frequency !== 'one_time');
const MONTHS: Partial<Record<Frequency, number>> = {
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  annually: 12,
};

/** Every day of 2023 to 2032, two leap years and a Friday 29 February among them. */
const STARTS: readonly LocalDate[] = Array.from(
  { length: (Date.UTC(2033, 0, 1) - Date.UTC(2023, 0, 1)) / DAY },
  (_, n) => new Date(Date.UTC(2023, 0, 1) + n * DAY).toISOString().slice(0, 10) as LocalDate,
);

/** Where period k begins, by the calendar of ECMAScript. */
function oracle(start: LocalDate, frequency: Frequency, k: number): string {
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  const months = MONTHS[frequency];
  if (months === undefined) {
    const days = frequency === 'weekly' ? 7 : 14;
    return new Date(Date.UTC(year, month - 1, day + days * k)).toISOString().slice(0, 10);
  }
  const last = new Date(Date.UTC(year, month + months * k, 0)).getUTCDate();
  const at = Date.UTC(year, month - 1 + months * k, Math.min(day, last));
  return new Date(at).toISOString().slice(0, 10);
}

describe('a recurrence', () => {
  test.each(recurring)(
    '%s periods tile without gap or overlap for every start day',
    (frequency) => {
      const wrong = STARTS.filter((start) => {
        for (let k = 0; k < PERIODS; k += 1) {
          const [from, to] = [periodStart(start, frequency, k), periodEnd(start, frequency, k)];
          const next = periodStart(start, frequency, k + 1);
          if (!isLocalDate(from) || to < from || addDays(to, 1) !== next) return true;
        }
        return periodStart(start, frequency, 0) !== start;
      });
      expect(wrong).toEqual([]);
    },
  );

  test.each(recurring)('%s periods begin where the calendar says', (frequency) => {
    const wrong = STARTS.filter((start) =>
      Array.from({ length: PERIODS }, (_, k) => k).some(
        (k) => periodStart(start, frequency, k) !== oracle(start, frequency, k),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test.each(recurring)(
    'the first %s period on or after a date is found from any day',
    (frequency) => {
      const wrong: string[] = [];
      for (const start of STARTS.filter((_, i) => i % 11 === 0)) {
        const starts = Array.from({ length: 6 }, (_, k) => periodStart(start, frequency, k));
        const last = starts.at(-1) ?? start;
        const step = MONTHS[frequency] && MONTHS[frequency] > 1 ? 13 : 1;
        for (let date = addDays(start, -3); date <= last; date = addDays(date, step)) {
          const expected = starts.findIndex((from) => from >= date);
          if (periodIndexOnOrAfter(start, frequency, date) !== expected)
            wrong.push(`${start} ${date}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a month too short takes its last day and the next long one the day of the start', () => {
    const start = parseLocalDate('2026-01-31');
    const starts = [0, 1, 2, 3, 13, 25].map((k) => periodStart(start, 'monthly', k));
    expect(starts).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-02-28',
      '2028-02-29',
    ]);
    expect(periodEnd(start, 'monthly', 0)).toBe('2026-02-27');
    expect(periodEnd(start, 'monthly', 1)).toBe('2026-03-30');
  });

  test('a year from 29 February ends in February', () => {
    const start = parseLocalDate('2024-02-29');
    const starts = [0, 1, 2, 3, 4].map((k) => periodStart(start, 'annually', k));
    expect(starts).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  });

  test('the period that begins on the date itself is the one found', () => {
    const start = parseLocalDate('2026-01-31');
    const index = (date: string) => periodIndexOnOrAfter(start, 'monthly', parseLocalDate(date));
    expect(index('2025-12-31')).toBe(0);
    expect(index('2026-01-31')).toBe(0);
    expect(index('2026-02-01')).toBe(1);
    expect(index('2026-02-28')).toBe(1);
    expect(index('2026-03-01')).toBe(2);
  });

  test('a one-time schedule has one period of one day', () => {
    const start = parseLocalDate('2026-02-28');
    expect(periodStart(start, 'one_time', 5)).toBe(start);
    expect(periodEnd(start, 'one_time', 0)).toBe(start);
    expect(periodIndexOnOrAfter(start, 'one_time', parseLocalDate('2030-01-01'))).toBe(0);
  });
});
