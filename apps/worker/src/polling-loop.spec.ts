import { setTimeout as sleep } from 'node:timers/promises';
import { PollingLoop, restLonger } from './polling-loop.js';

const quick = { firstPauseMs: 1, longestPauseMs: 4, longestFailurePauseMs: 8, onError: () => {} };

it('goes on without a pause while there is work', async () => {
  let left = 200;
  const loop = new PollingLoop({ ...quick, longestPauseMs: 60_000, work: async () => left-- });
  loop.start();
  while (left > 0) await sleep(1);
  await loop.stop();
  expect(left).toBeLessThanOrEqual(0);
});

it('survives a failure and tells it', async () => {
  const told: unknown[] = [];
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls === 1) throw new Error('the database is away');
    return 0;
  };
  const loop = new PollingLoop({ ...quick, work, onError: (error) => told.push(error) });
  loop.start();
  while (calls < 2) await sleep(1);
  await loop.stop();
  expect(told).toHaveLength(1);
  expect(calls).toBeGreaterThan(1);
});

it('finishes the batch in hand before it stops', async () => {
  let finished = false;
  const work = async () => {
    await sleep(30);
    finished = true;
    return 1;
  };
  const loop = new PollingLoop({ ...quick, work });
  loop.start();
  await loop.stop();
  expect(finished).toBe(true);
});

it('does not wait for its pause to end before it stops', async () => {
  const loop = new PollingLoop({ ...quick, firstPauseMs: 600_000, work: async () => 0 });
  loop.start();
  await sleep(10);
  // A pause of ten minutes would be longer than this test may take.
  await expect(loop.stop()).resolves.toBeUndefined();
});

it('rests longer where each question costs more', async () => {
  const asked = async (factor: number) => {
    restLonger(factor);
    let calls = 0;
    const work = async () => {
      calls += 1;
      return 0;
    };
    const loop = new PollingLoop({ ...quick, firstPauseMs: 5, longestPauseMs: 5, work });
    loop.start();
    await sleep(300);
    await loop.stop();
    return calls;
  };
  const [often, seldom] = [await asked(1), await asked(100)];
  restLonger(1);
  expect(seldom).toBeLessThan(often);
});
