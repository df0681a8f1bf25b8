import { inBatches } from './in-batches.js';

it.each([
  [0, [0]],
  [9, [9]],
  [10, [10, 0]],
  [25, [10, 10, 5]],
])('takes %i of ten at a time', async (there, expected) => {
  const batches: number[] = [];
  let left = there;
  const take = async (most: number) => {
    const batch = Math.min(most, left);
    left -= batch;
    batches.push(batch);
    return batch;
  };
  expect(await inBatches(10, take)).toBe(there);
  expect(batches).toEqual(expected);
});
