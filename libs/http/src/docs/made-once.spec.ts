import { madeOnce } from './made-once.js';

it('is made for the first who ask, and kept', async () => {
  let times = 0;
  const read = madeOnce(async () => (times += 1));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(1);
});

it('is made again where it has failed', async () => {
  let times = 0;
  const read = madeOnce(async () => {
    times += 1;
    if (times === 1) throw new Error('no memory');
    return times;
  });
  await expect(read()).rejects.toThrow('no memory');
  expect([await read(), await read()]).toEqual([2, 2]);
});
