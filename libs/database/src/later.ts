import { allLanded } from './all-landed.js';
import type { Tx } from './tx.js';

/** Collects items during a transaction and writes them together just before the commit. */
export interface Sink<T> {
  readonly name: string;
  flush(tx: Tx, items: readonly T[]): Promise<void>;
}

/**
 * A statement that was sent already and whose answer nobody needs; or what sends one with the
 * commit, and does so before it returns.
 */
export type LateWork = Promise<unknown> | ((tx: Tx) => Promise<unknown>);

/** What a transaction can be left with for its end. */
export type Later<T> = readonly LateWork[] | readonly [sink: Sink<T>, item: T];

const lateWork: Sink<LateWork> = {
  name: 'database.late-work',
  flush: (tx, works) =>
    allLanded(works.map((work) => (typeof work === 'function' ? work(tx) : work))),
};

/** Hands each of what is left for the end to its sink. */
export function sortLater<T>(later: Later<T>, put: (sink: Sink<unknown>, item: unknown) => void) {
  const [first, item] = later;
  if (isSink(first)) return put(first as Sink<unknown>, item);
  for (const work of later as readonly LateWork[]) {
    // The commit fails with it; until then nobody else hears of it.
    if (typeof work !== 'function') work.catch(() => undefined);
    put(lateWork as Sink<unknown>, work);
  }
}

function isSink<T>(first: LateWork | Sink<T> | undefined): first is Sink<T> {
  return typeof first === 'object' && 'flush' in first;
}
