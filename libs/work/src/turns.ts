/** Milliseconds that all work in slices together may keep one turn of the event loop. */
const SLICE_MS = 5;

/** When the first of the work in slices began in this turn of the event loop. */
let began: number | undefined;
let scheduled = false;
/** Who waits for a turn, in the order in which they came. */
const waiting: (() => void)[] = [];

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(turn);
}

function turn(): void {
  scheduled = false;
  began = undefined;
  goOn();
}

/**
 * Those who wait go on one after the other, each when the one before it yields again or asks
 * somebody else, for as long as there is time left in this turn: many at once keep the loop no
 * longer than one.
 */
function goOn(): void {
  const next = waiting.shift();
  if (!next) return;
  began ??= performance.now();
  schedule();
  next();
  // A tick asked for by a microtask comes when all of them are done, and so when the one has
  // stopped.
  if (waiting.length > 0) queueMicrotask(() => process.nextTick(goOnIfTimeIsLeft));
}

function goOnIfTimeIsLeft(): void {
  if (began !== undefined && performance.now() - began < SLICE_MS) goOn();
}

/**
 * Asked between the pieces of long work: undefined while there is time left in this turn
 * of the event loop, else what to wait for before the next piece. When it is asked says
 * nothing about what the work comes to. `const nextTurn = yieldIfDue(); if (nextTurn) await
 * nextTurn;` costs next to nothing where it is not due.
 */
export function yieldIfDue(): Promise<void> | undefined {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    schedule();
    return undefined;
  }
  if (now - began < SLICE_MS) return undefined;
  schedule();
  return new Promise((resume) => waiting.push(resume));
}

/** The same as `map`, yielding between the items. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    results.push(map(item, index));
  }
  return results;
}
