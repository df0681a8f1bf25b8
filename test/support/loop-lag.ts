import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Nanoseconds that the main thread has run; without Linux' account of it, those of the process. */
export function mainThreadNanos(): number {
  try {
    const account = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
    return Number(account.slice(0, account.indexOf(' ')));
  } catch {
    return process.cpuUsage().user * 1000;
  }
}

/** What the loop did while some work was done. */
export interface WatchedWork<T> {
  readonly value: T;
  readonly longestMs: number;
}

/**
 * The longest that the event loop was kept from its next turn while the work was done, in
 * milliseconds of processor time of the main thread: what a busy machine takes away from it does
 * not count.
 */
async function longestTurn<T>(work: () => Promise<T>): Promise<WatchedWork<T>> {
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

/**
 * The same of work that can be done only once, as `shortestLongestTurn` measures: garbage is
 * collected before.
 */
export async function longestTurnOfOne<T>(work: () => Promise<T>): Promise<WatchedWork<T>> {
  collectGarbage();
  const { value, longestMs } = await longestTurn(work);
  return { value, longestMs: longestMs / slowness() };
}

/** All at once and now, so that it falls on nobody who is measured behind it. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const ROUNDS = 4;
/** What the reference takes of the processor that the limits were written on. */
const REFERENCE_MS = 30;
const REFERENCE_ROUNDS = 3;
/**
 * The account is brought up to date every few milliseconds: the reference is long enough for that.
 */
const REFERENCE_TIMES = 12;

/**
 * The shortest of the longest turns of a few rounds of the same work, in milliseconds of the
 * processor that the limits were written on. What keeps the loop by itself does so in every round;
 * a collection of garbage or a first compilation does not. A processor that is slower by itself, or
 * because others use its caches and its other half, is found by a piece of work done right behind,
 * and makes no turn longer.
 */
export async function shortestLongestTurn<T>(
  work: (round: number) => Promise<T>,
  goodEnoughMs: number,
): Promise<WatchedWork<T>> {
  let best: WatchedWork<T> | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) collectGarbage();
    const { value, longestMs } = await longestTurn(() => work(round));
    const found = { value, longestMs: longestMs / slowness() };
    if (!best || found.longestMs < best.longestMs) best = found;
    if (best.longestMs <= goodEnoughMs) break;
  }
  return best as WatchedWork<T>;
}

/**
 * The least that the same work takes in a few rounds, in milliseconds of the processor that the
 * limits were written on, as `shortestLongestTurn` measures.
 * @param goodEnoughMs what needs no second round
 */
export function shortestRun<T>(
  work: () => T,
  goodEnoughMs: number,
): { readonly value: T; readonly ms: number } {
  let best: { readonly value: T; readonly ms: number } | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) collectGarbage();
    const before = mainThreadNanos();
    const value = work();
    const spent = (mainThreadNanos() - before) / 1e6;
    const ms = spent <= goodEnoughMs ? spent : spent / slowness();
    if (!best || ms < best.ms) best = { value, ms };
    if (best.ms <= goodEnoughMs) break;
  }
  return best as { readonly value: T; readonly ms: number };
}

/** How many times as long as there the reference takes here and now; never less than 1. */
export function slowness(): number {
  const times = Array.from({ length: REFERENCE_ROUNDS }, () => {
    const before = mainThreadNanos();
    for (let i = 0; i < REFERENCE_TIMES; i += 1) referenceWork();
    return (mainThreadNanos() - before) / 1e6;
  });
  return Math.max(1, Math.min(...times) / REFERENCE_MS);
}

/** What a host does when it is busy: texts looked through, JSON read and written, bytes copied. */
function referenceWork(): void {
  const text = 'abcdefgh"jklmnop'.repeat(16_384);
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  const items = Array.from({ length: 2_000 }, (_, i) => ({ id: i, name: `item ${i}`, sum }));
  const read = JSON.parse(JSON.stringify({ text, items })) as { text: string };
  if (Buffer.from(read.text).length !== text.length) throw new Error('The reference is wrong');
}
