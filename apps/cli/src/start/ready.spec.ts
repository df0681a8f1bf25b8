import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './ready.js';

/** Where nobody listens: ports below 1024 are given to none of the tests. */
const NOBODYS = 1;

it('waits for a host no longer once nobody waits for it', async () => {
  const over = new AbortController();
  const waiting = answers('127.0.0.1', NOBODYS, over.signal).then(() => 'over');
  expect(await Promise.race([waiting, sleep(250, 'waits')])).toBe('waits');
  over.abort();
  expect(await Promise.race([waiting, sleep(5000, 'waits')])).toBe('over');
});
