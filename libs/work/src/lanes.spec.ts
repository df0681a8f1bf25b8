import { inLanes } from './lanes.js';

const pause = () => new Promise((done) => setImmediate(done));

describe('lanes', () => {
  it('work on every item, no more of them at once than they are', async () => {
    const seen: number[] = [];
    let under = 0;
    let most = 0;
    await inLanes([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      under += 1;
      most = Math.max(most, under);
      await pause();
      seen.push(item);
      under -= 1;
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('begin nothing behind a failure, and tell it when all under way have ended', async () => {
    const ended: number[] = [];
    const work = inLanes([1, 2, 3, 4], 2, async (item) => {
      if (item === 1) throw new Error('one');
      await pause();
      ended.push(item);
    });
    await expect(work).rejects.toThrow('one');
    expect(ended).toEqual([2]);
  });

  it('have nothing to do without items', async () => {
    await expect(inLanes([], 4, () => Promise.reject(new Error('never')))).resolves.toBeUndefined();
  });
});
