import { RateWindows } from './rate-windows.js';

test('a key is free up to its limit and then waits for the end of its window', () => {
  const windows = new RateWindows();
  const waits = [1, 2, 3, 4].map(() => windows.hit('a', 60_000, 3).wait);
  expect(waits).toEqual([0, 0, 0, 60]);
  expect(windows.hit('b', 60_000, 3).wait).toBe(0);
});

test('what is left of a window is told without counting', () => {
  const windows = new RateWindows();
  const left = () => windows.left('a', 2);
  expect(left()).toBe(0);
  windows.hit('a', 60_000, 2);
  expect([left(), left()]).toEqual([0, 0]);
  windows.hit('a', 60_000, 2);
  expect([left(), windows.left('b', 2)]).toEqual([60, 0]);
});

test('a window that is over starts afresh', async () => {
  const windows = new RateWindows();
  const hit = () => windows.hit('a', 1_000, 1).wait;
  hit();
  while (hit() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(hit()).toBe(1);
});

test('a flood of keys does not grow without bound', () => {
  const windows = new RateWindows();
  for (let i = 0; i < 120_000; i += 1) windows.hit(`key ${i}`, 60_000, 1);
  const held = (windows as unknown as { windows: Map<string, unknown> }).windows;
  expect(held.size).toBeLessThanOrEqual(50_000);
});
