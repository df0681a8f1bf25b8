import { sent } from './sent.js';
import type { Later, LateWork, WriteBuffer } from './tx.js';

export type { WriteBuffer };

const lateWork: WriteBuffer<LateWork> = {
  name: 'database.late-work',
  flush: (tx, works) =>
    sent.together(works.map((work) => (typeof work === 'function' ? work(tx) : work))),
};

/** Hands each of what is left for the end to its write buffer. */
export function sortLater<T>(
  later: Later<T>,
  put: (buffer: WriteBuffer<unknown>, item: unknown) => void,
) {
  const [first, item] = later;
  if (isBuffer(first)) return put(first as WriteBuffer<unknown>, item);
  for (const work of later as readonly LateWork[]) {
    // The commit fails with it; until then nobody else hears of it.
    if (typeof work !== 'function') work.catch(() => undefined);
    put(lateWork as WriteBuffer<unknown>, work);
  }
}

function isBuffer<T>(first: LateWork | WriteBuffer<T> | undefined): first is WriteBuffer<T> {
  return typeof first === 'object' && !('then' in first);
}
