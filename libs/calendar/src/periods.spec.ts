import { assert, constantFrom, date, integer, property } from 'fast-check';
import type { LocalDate } from './dates.js';
import { namedPeriod, relativeDate } from './periods.js';

const DAY_MS = 86_400_000;
const FIRST = new Date('1970-01-01T00:00:00Z');
const LAST = new Date('2099-12-31T00:00:00Z');

const text = (at: Date) => at.toISOString().slice(0, 10) as LocalDate;
const after = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);
/** Any day, as whole milliseconds of one. */
const days = date({ min: FIRST, max: LAST, noInvalidDate: true }).map(
  (at) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS),
);
const whiches = constantFrom(['last', -1] as const, ['this', 0] as const, ['next', 1] as const);

test('a week begins on Monday and follows the one before', () => {
  assert(
    property(days, whiches, (today, [which, step]) => {
      const found = namedPeriod(`${which}_week`, text(today));
      // Walked day by day, as a calendar on the wall is read.
      let monday = today;
      while (monday.getUTCDay() !== 1) monday = after(monday, -1);
      expect(found).toEqual({
        from: text(after(monday, 7 * step)),
        until: text(after(monday, 7 * step + 7)),
      });
    }),
  );
});

test.each([
  ['month', 1, false],
  ['quarter', 3, false],
  ['year', 12, false],
  ['fiscal_quarter', 3, true],
  ['fiscal_year', 12, true],
])('a %s is counted from the month in which its year begins', (name, months, isFiscal) => {
  assert(
    property(days, whiches, integer({ min: 1, max: 12 }), (today, [which, step], fiscal) => {
      const found = namedPeriod(`${which}_${name}`, text(today), fiscal);
      const start = isFiscal ? fiscal : 1;
      // The first of a month, backwards until its year has begun a whole number of periods ago.
      let first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
      while ((first.getUTCMonth() + 1 - start + 24) % months !== 0) {
        first = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 1, 1));
      }
      const at = (by: number) =>
        text(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1)));
      expect(found).toEqual({ from: at(step * months), until: at((step + 1) * months) });
    }),
  );
});

test('the last n days end with today', () => {
  assert(
    property(days, integer({ min: 1, max: 9999 }), (today, n) => {
      expect(namedPeriod(`last_${n}_days`, text(today))).toEqual({
        from: text(after(today, 1 - n)),
        until: text(after(today, 1)),
      });
    }),
  );
});

test('the fiscal year of a company that begins in April', () => {
  const today = '2026-03-31' as LocalDate;
  expect(namedPeriod('this_fiscal_year', today, 4)).toEqual({
    from: '2025-04-01',
    until: '2026-04-01',
  });
  expect(namedPeriod('next_fiscal_quarter', today, 4)).toEqual({
    from: '2026-04-01',
    until: '2026-07-01',
  });
});

test.each([
  'this_day',
  'this_fiscal_month',
  'this_fiscal_week',
  'THIS_WEEK',
  'last_0_days',
  'last_10000_days',
  'next_7_days',
  'fiscal_year',
  '',
  7,
  null,
])('%j is no period', (name) => {
  expect(namedPeriod(name, '2026-01-01' as LocalDate)).toBeUndefined();
});

test('a period beyond the calendar is none', () => {
  expect(namedPeriod('next_year', '9999-06-01' as LocalDate)).toBeUndefined();
  expect(namedPeriod('last_month', '0001-01-15' as LocalDate)).toBeUndefined();
});

test.each([
  ['today+1w', '2026-02-07'],
  ['today-2w', '2026-01-17'],
  ['today+1m', '2026-02-28'],
  ['today-1m', '2025-12-31'],
  ['today+1y', '2027-01-31'],
  ['today-0y', '2026-01-31'],
])('%s is %s', (value, day) => {
  expect(relativeDate(value, '2026-01-31' as LocalDate)).toBe(day);
});

test.each(['today', 'today+1d', 'today+1h', 'today+1', 'today+99999y', 'today-9999y'])(
  '%s is none of weeks, months and years within the calendar',
  (value) => expect(relativeDate(value, '2026-01-31' as LocalDate)).toBeUndefined(),
);
