import { readFileSync } from 'node:fs';

/** Nanoseconds that the main thread has run; without Linux' account of it, those of the process. */
function mainThreadNanos(): number {
  try {
    const account = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
    return Number(account.slice(0, account.indexOf(' ')));
  } catch {
    return process.cpuUsage().user * 1000;
  }
}

/**
 * The longest that the event loop was kept from its next turn while the work was done, in milliseconds of
 * processor time of the main thread: what a busy machine takes away from it does not count, so that
 * the figure is that of the code and may be asserted.
 */
export async function longestTurn<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly longestMs: number }> {
  let before = mainThreadNanos();
  let longest = 0;
  const look = () => {
    const now = mainThreadNanos();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  try {
    const value = await work();
    await new Promise((turned) => setTimeout(turned, 2));
    look();
    return { value, longestMs: longest / 1e6 };
  } finally {
    clearInterval(timer);
  }
}
