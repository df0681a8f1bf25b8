import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { addSeconds, parseInstant } from '@quittance/kernel';
import {
  addDays,
  addMonths,
  dateAt,
  dateParts,
  daysBetween,
  daysInMonth,
  fromEpochDay,
  isLocalDate,
  isTimeZone,
  parseLocalDate,
  startOfDay,
  timeAt,
  toEpochDay,
  type LocalDate,
} from './dates.js';

const DAY = 86_400_000;

/** The oracle: the proleptic Gregorian calendar of ECMAScript, in UTC. */
function utc(year: number, month: number, day: number): Date {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at;
}
const text = (at: Date) => at.toISOString().slice(0, 10) as LocalDate;

const FIRST = utc(1, 1, 1).getTime() / DAY;
const LAST = utc(9999, 12, 31).getTime() / DAY;
const epochDay = fc.integer({ min: FIRST, max: LAST });
const date = epochDay.map((n) => text(new Date(n * DAY)));

describe('calendar dates', () => {
  test('every day of 1890 to 2110 has the epoch day of the oracle, and back', () => {
    const wrong: string[] = [];
    const from = utc(1890, 1, 1).getTime() / DAY;
    for (let n = from; n <= utc(2110, 12, 31).getTime() / DAY; n += 1) {
      const expected = text(new Date(n * DAY));
      if (fromEpochDay(n) !== expected || toEpochDay(expected) !== n) wrong.push(expected);
    }
    expect(wrong).toEqual([]);
  });

  test('any day of the years 1 to 9999 agrees with the oracle', () => {
    fc.assert(
      fc.property(epochDay, (n) => {
        expect(fromEpochDay(n)).toBe(text(new Date(n * DAY)));
        expect(toEpochDay(fromEpochDay(n))).toBe(n);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('adding days and counting them agree with the oracle', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        const at = Date.parse(from) / DAY + days;
        fc.pre(at >= FIRST && at <= LAST);
        const to = text(new Date(at * DAY));
        expect(addDays(from, days)).toBe(to);
        expect(daysBetween(from, to)).toBe(days);
      }),
    );
  });

  test('adding months lands in that month, on the same day or its last', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -600, max: 600 }), (from, months) => {
        const [year, month, day] = from.split('-').map(Number) as [number, number, number];
        const first = utc(year, month + months, 1);
        fc.pre(first.getUTCFullYear() >= 1 && first.getUTCFullYear() <= 9999);
        const last = utc(first.getUTCFullYear(), first.getUTCMonth() + 2, 0).getUTCDate();
        first.setUTCDate(Math.min(day, last));
        expect(addMonths(from, months)).toBe(text(first));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('the length of every month from 1 to 9999', () => {
    const wrong: string[] = [];
    for (let year = 1; year <= 9999; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        if (daysInMonth(year, month) !== utc(year, month + 1, 0).getUTCDate()) {
          wrong.push(`${year}-${month}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the parts of a date', () => {
    expect(dateParts(parseLocalDate('0987-06-05'))).toEqual({ year: 987, month: 6, day: 5 });
  });

  test('leaving the years 1 to 9999 is refused', () => {
    expect(() => addDays(parseLocalDate('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addMonths(parseLocalDate('9999-12-01'), 1)).toThrow(RangeError);
    expect(() => addDays(parseLocalDate('0001-01-01'), -1)).toThrow(RangeError);
    expect(() => addMonths(parseLocalDate('0001-01-31'), -1)).toThrow(RangeError);
  });

  test.each([
    '2026-02-31',
    '2025-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '10000-01-01',
    '2026-1-1',
    '2026/01/01',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
    '-2026-01-01',
    '',
  ])('%o is no calendar date', (value) => {
    expect(isLocalDate(value)).toBe(false);
    expect(() => parseLocalDate(value)).toThrow(TypeError);
  });

  test('29 February is a date in leap years alone', () => {
    expect(['2024-02-29', '2000-02-29', '9996-02-29', '0004-02-29'].every(isLocalDate)).toBe(true);
    expect(['2023-02-29', '2100-02-29', '0001-02-29'].some(isLocalDate)).toBe(false);
  });
});

describe('today', () => {
  test('is the date on the wall of the zone', () => {
    const at = parseInstant('2026-03-01T03:30:00.000Z');
    expect(dateAt(at, 'UTC')).toBe('2026-03-01');
    expect(dateAt(at, 'America/New_York')).toBe('2026-02-28');
    expect(dateAt(at, 'Asia/Kolkata')).toBe('2026-03-01');
    expect(dateAt(parseInstant('2026-02-28T18:30:00.000Z'), 'Asia/Kolkata')).toBe('2026-03-01');
    expect(dateAt(parseInstant('2026-02-28T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-02-28');
  });

  test('in a zone of fixed offset is plain arithmetic', () => {
    fc.assert(
      fc.property(
        fc.date({ min: utc(1980, 1, 1), max: utc(2100, 1, 1), noInvalidDate: true }),
        fc.integer({ min: -12, max: 14 }),
        (at, hours) => {
          // The names of these zones count westwards.
          const zone = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
          const expected = text(new Date(at.getTime() + hours * 3_600_000));
          expect(dateAt(parseInstant(at.toISOString()), zone)).toBe(expected);
        },
      ),
    );
  });

  test('begins at midnight on that wall, or where clocks leap over it', () => {
    const start = (day: string, zone: string) => startOfDay(parseLocalDate(day), zone);
    expect(start('2026-03-01', 'UTC')).toBe('2026-03-01T00:00:00.000Z');
    expect(start('2026-03-01', 'Asia/Kolkata')).toBe('2026-02-28T18:30:00.000Z');
    expect(start('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z');
    expect(start('2026-03-30', 'Asia/Beirut')).toBe('2026-03-29T21:00:00.000Z');
  });

  test('begins at the first of its instants, in every zone', () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue', 'America/St_Johns', 'Asia/Kathmandu'];
    fc.assert(
      fc.property(
        fc.date({ min: utc(1980, 1, 1), max: utc(2100, 1, 1), noInvalidDate: true }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', ...zones),
        (at, zone) => {
          const day = text(at);
          const start = startOfDay(day, zone);
          expect(dateAt(start, zone)).toBe(day);
          expect(dateAt(addSeconds(start, -1), zone) < day).toBe(true);
        },
      ),
    );
  });

  test('a zone nobody knows is found out', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('')).toBe(false);
  });
});

test.each([
  ['UTC', '23:30:05'],
  ['Asia/Kolkata', '05:00:05'],
  ['America/New_York', '19:30:05'],
])('clocks of %s show %s', (zone, time) => {
  expect(timeAt(parseInstant('2026-06-30T23:30:05.999Z'), zone)).toBe(time);
});

test('midnight is no hour 24', () => {
  expect(timeAt(parseInstant('2026-06-30T18:30:00Z'), 'Asia/Kolkata')).toBe('00:00:00');
});
