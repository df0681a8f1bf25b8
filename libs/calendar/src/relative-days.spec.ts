import type { LocalDate } from './dates.js';
import { isRelativeDay, relativeDay } from './relative-days.js';

const TODAY = '2026-03-01' as LocalDate;

test.each([
  ['today', '2026-03-01'],
  ['today+30d', '2026-03-31'],
  ['today-1d', '2026-02-28'],
  ['today+0d', '2026-03-01'],
])('%s is %s', (text, day) => {
  expect(isRelativeDay(text)).toBe(true);
  expect(relativeDay(text, TODAY)).toBe(day);
});

test.each(['', 'today+', 'today+1', 'today1d', 'today+100000d', 'Today', 'today ', 'tomorrow'])(
  '%j is no relative day',
  (text) => {
    expect(isRelativeDay(text)).toBe(false);
    expect(relativeDay(text, TODAY)).toBeUndefined();
  },
);

test('a day beyond the calendar is none', () => {
  expect(relativeDay('today-1d', '0001-01-01' as LocalDate)).toBeUndefined();
  expect(relativeDay('today+1d', '9999-12-31' as LocalDate)).toBeUndefined();
});
