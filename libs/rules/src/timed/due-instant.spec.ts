import type { Instant } from '@quittance/kernel';
import { dueInstant, fieldRange } from './due-instant.js';

const DAY = { type: 'date' } as const;
const AT = { type: 'datetime' } as const;
const at = (text: string) => text as Instant;

test.each([
  ['2026-03-28', 1, 'days', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 1, 'days', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-03-29', 24, 'hours', 'Europe/Berlin', '2026-03-29T23:00:00.000Z'],
  ['2026-03-29', -1, 'days', 'Asia/Kolkata', '2026-03-27T18:30:00.000Z'],
  ['2026-03-29', 0, 'days', 'America/New_York', '2026-03-29T04:00:00.000Z'],
] as const)('%s and %d %s in %s is %s', (day, offset, unit, zone, expected) => {
  const due = dueInstant(DAY, { offset, unit }, at(`${day}T00:00:00.000Z`), zone);
  expect(due).toBe(expected);
});

test('an instant counts hours and days by the clock', () => {
  const begins = at('2026-03-29T00:30:00.000Z');
  const due = (offset: number, unit: 'days' | 'hours') =>
    dueInstant(AT, { offset, unit }, begins, 'Europe/Berlin');
  expect(due(-2, 'hours')).toBe('2026-03-28T22:30:00.000Z');
  expect(due(1, 'days')).toBe('2026-03-30T00:30:00.000Z');
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'UTC'])(
  'the days that are due in a span are exactly those whose instant lies in it, in %s',
  (zone) => {
    const span = { after: at('2026-03-27T11:00:00.000Z'), until: at('2026-03-29T11:00:00.000Z') };
    for (const offset of [-400, -3, 0, 5, 90]) {
      const timed = { offset, unit: 'days' } as const;
      const range = fieldRange(DAY, timed, span, zone);
      const days = Array.from({ length: 1_000 }, (_, i) =>
        at(new Date(Date.UTC(2025, 0, 1 + i)).toISOString()),
      );
      const isDue = (day: Instant) => {
        const due = dueInstant(DAY, timed, day, zone);
        return due > span.after && due <= span.until;
      };
      const found = days.filter((day) => range && day > range.after && day <= range.until);
      expect(found).toEqual(days.filter(isDue));
      expect(found).toHaveLength(2);
    }
  },
);
