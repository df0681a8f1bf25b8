import { beyondCharged, isWithinLimit } from './within-limit.js';

it.each([
  ['nothing is limited', null, 10n ** 14n, 10n ** 14n, true],
  ['nothing is limited and there is no rate', null, 0n, null, true],
  ['it is the limit', 100_000n, 40_000n, 60_000n, true],
  ['it is the smallest unit above', 100_000n, 100_000n, 1n, false],
  ['the limit is nothing', 0n, 0n, 0n, false],
  ['there is no rate', 100_000n, 0n, null, false],
])('of a limit where %s', (_, limit, used, more, passes) => {
  expect(isWithinLimit(limit, used, more)).toBe(passes);
});

it.each([
  ['is charged first', 400n, 0n, 400n],
  ['of nothing is asked for all the same', 0n, 0n, 0n],
  ['is charged once', 400n, 400n, null],
  ['that became less gives nothing back', 300n, 400n, null],
  ['adds what it is more', 450n, 400n, 50n],
])('a chain that %s', (_, total, charged, more) => {
  expect(beyondCharged(total, charged)).toBe(more);
});
