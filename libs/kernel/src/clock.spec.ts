import fc from 'fast-check';
import { addSeconds, epochMs, instantFromEpochMs, manualClock, parseInstant } from './clock.js';
import { systemClock } from './clock.js';

describe('instants', () => {
  test('any offset is turned into UTC', () => {
    expect(parseInstant('2026-03-01T09:30:00Z')).toBe('2026-03-01T09:30:00.000Z');
    expect(parseInstant('2026-03-01T00:15:00.5+05:30')).toBe('2026-02-28T18:45:00.500Z');
    expect(parseInstant('2026-03-01t00:15:00.123456z')).toBe('2026-03-01T00:15:00.123Z');
  });

  test.each([
    '',
    'now',
    '2026',
    'March 1, 2026',
    '2026-02-31T00:00:00Z',
    '2025-02-29T12:00:00+01:00',
    '2026-03-01T24:00:00Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T09:30:00',
    '2026-03-01T09:30Z',
    '2026-03-01T09:30:00+25:00',
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '+012026-03-01T00:00:00Z',
    '2026-03-01T09:30:00Z\n',
  ])('%o is refused', (value) => {
    expect(() => parseInstant(value)).toThrow(TypeError);
  });

  test('milliseconds since 1970 and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
        expect(epochMs(instantFromEpochMs(ms))).toBe(ms);
        expect(epochMs(addSeconds(instantFromEpochMs(ms), 90))).toBe(ms + 90_000);
      }),
    );
  });

  test('a manual clock stands still until it is moved', () => {
    const clock = manualClock('2026-01-31T02:00:00Z');
    expect(clock.now()).toBe(clock.now());
    clock.set('2026-02-28T02:00:00Z');
    expect(clock.now()).toBe('2026-02-28T02:00:00.000Z');
  });

  test('the system clock tells the present', () => {
    const before = Date.now();
    const now = epochMs(systemClock.now());
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
