import type { Instant } from '@quittance/kernel';
import { lastDayToAnswer } from './approval-mails.js';

it.each([
  ['America/New_York', '2026-03-15T00:00:00.000Z', '2026-03-14'],
  ['America/New_York', '2026-03-15T04:00:00.000Z', '2026-03-14'],
  ['America/New_York', '2026-03-15T04:00:01.000Z', '2026-03-15'],
  ['Australia/Sydney', '2026-03-14T22:00:00.000Z', '2026-03-15'],
  ['Australia/Sydney', '2026-03-14T13:00:00.000Z', '2026-03-14'],
  ['UTC', '2026-03-15T00:00:00.000Z', '2026-03-14'],
])('in %s what expires at %s can be answered until %s', (timeZone, expiresAt, day) => {
  expect(lastDayToAnswer({ timeZone } as never, { expiresAt: expiresAt as Instant })).toBe(day);
});
