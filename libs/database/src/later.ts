import { allLanded } from './all-landed.js';
import type { Later, LateWork, Sink } from './tx.js';

export type { Sink };

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
  return typeof first === 'object' && !('then' in first);
}
