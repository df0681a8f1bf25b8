import { keptAlive } from './kept-alive.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('says more than once a minute that it is at work, even if one is lost', async () => {
  let beats = 0;
  const rest = keptAlive(() => {
    beats += 1;
    return beats === 1 ? Promise.reject(new Error('lost')) : Promise.resolve();
  });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(beats).toBeGreaterThanOrEqual(5);
  rest();
  const before = beats;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(beats).toBe(before);
});
