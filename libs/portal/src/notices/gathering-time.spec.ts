import type { Instant } from '@quittance/kernel';
import { nextGathering } from './gathering-time.js';

const at = (text: string) => text as Instant;

test.each([
  ['daily', '2026-03-02T05:59:00.000Z', 'Europe/Berlin', '2026-03-02T06:00:00.000Z'],
  ['daily', '2026-03-02T06:00:00.000Z', 'Europe/Berlin', '2026-03-03T06:00:00.000Z'],
  ['daily', '2026-03-02T06:00:00.000Z', 'Asia/Kolkata', '2026-03-03T01:30:00.000Z'],
  ['weekly', '2026-03-03T12:00:00.000Z', 'UTC', '2026-03-09T07:00:00.000Z'],
  ['weekly', '2026-03-09T06:59:00.000Z', 'UTC', '2026-03-09T07:00:00.000Z'],
] as const)('gathers %s after %s in %s at %s', (digest, now, zone, expected) => {
  expect(nextGathering(digest, at(now), zone)).toBe(expected);
});

test('keeps to seven where clocks were changed in the night', () => {
  const eve = at('2026-03-28T12:00:00.000Z');
  expect(nextGathering('daily', eve, 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z');
});
