import { epochMs, parseInstant, type Instant } from '@quittance/kernel';
import { EMAIL_TRIES, nextTry } from './back-off';

const START = parseInstant('2026-03-02T09:00:00.000Z') as Instant;

it('tries ten times over almost three days, and then no more', () => {
  let now = START;
  const pauses: number[] = [];
  for (let attempts = 1; attempts < EMAIL_TRIES; attempts += 1) {
    const next = nextTry(attempts, now);
    if (!next) throw new Error(`There is no try after ${attempts}`);
    pauses.push((epochMs(next) - epochMs(now)) / 1000);
    now = next;
  }
  expect(pauses).toHaveLength(9);
  expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
  const days = (epochMs(now) - epochMs(START)) / 86_400_000;
  expect(days).toBeGreaterThan(2.75);
  expect(days).toBeLessThan(3);
  expect(nextTry(EMAIL_TRIES, now)).toBeUndefined();
});
