import { reachedPercents } from './usage-alert.js';

describe('the percents that usage has reached', () => {
  it.each([
    [79_999_999n, []],
    [80_000_000n, [80]],
    [120_000_000n, [80, 100]],
  ] as const)('of 100 units at %s millionths', (reached, expected) => {
    const level = { reached, whole: 100_000_000n };
    expect(reachedPercents([100, 80, 150], level)).toEqual(expected);
  });

  it('are none of nothing', () => {
    expect(reachedPercents([80], { reached: 5n, whole: 0n })).toEqual([]);
  });
});
