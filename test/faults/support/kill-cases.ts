/**
 * `FAULTS=full` runs every combination. Each kill costs the start of a process, so that the tests of
 * every day run each point once and each thing that may follow at least once.
 */
const FULL = process.env.FAULTS === 'full';

/** Each point with each of what may follow it; in short runs with one of these in turn. */
export function combined<Point, Next>(
  points: readonly Point[],
  next: readonly Next[],
): (readonly [Point, Next])[] {
  return points.flatMap((point, i) =>
    next.filter((_, j) => FULL || j === i % next.length).map((each) => [point, each] as const),
  );
}

/** All of them, or in short runs those that no other series covers. */
export function sample<T>(all: readonly T[], isNew: (each: T, index: number) => boolean): T[] {
  return all.filter((each, i) => FULL || isNew(each, i));
}
