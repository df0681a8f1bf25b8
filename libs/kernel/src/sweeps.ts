import { addSeconds, type Instant } from './clock.js';

const DAY = 86_400;

/** 2 minutes, 10 minutes, 1 hour, then daily five times. */
const DELAYS = [120, 600, 3600, DAY, DAY, DAY, DAY, DAY];

/** When to ask a provider again after so many looks; null when it is given up. */
export function nextSweep(now: Instant, looks: number): Instant | null {
  const delay = DELAYS[looks];
  return delay === undefined ? null : addSeconds(now, delay);
}
