import type { LocalDate } from '@quittance/calendar';
import { statedDay } from './stated-day.js';

const day = (text: string) => text as LocalDate;
const invoices = [{ issueDate: day('2026-06-01') }, { issueDate: day('2026-03-01') }];
const on = (said?: string) =>
  statedDay(said === undefined ? undefined : day(said), day('2026-06-10'), invoices);

it('is today unless it is said', () => {
  expect(on()).toBe('2026-06-10');
  expect(on('2026-06-10')).toBe('2026-06-10');
});

it('may lie a year before the first invoice', () => {
  expect(on('2025-02-28')).toBe('2025-02-28');
});

it.each([
  ['0001-01-01', 'min'],
  ['2025-02-27', 'min'],
  ['2026-06-11', 'max'],
  ['9999-12-31', 'max'],
])('is never %s', (said, code) => {
  expect(() => on(said)).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      options: { errors: [expect.objectContaining({ pointer: '/paidOn', code })] },
    }),
  );
});
