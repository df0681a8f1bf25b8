/**
 * `FAULTS=full` runs every combination. Each kill costs the start of a process, so that the tests
 * of every day run each point once and each thing that may follow at least once.
 */
export const FULL = process.env.FAULTS === 'full';

/** Each point with each of what may follow it; in short runs with one of these in turn. */
export function combined<Point, Next>(
  points: readonly Point[],
  next: readonly Next[],
): (readonly [Point, Next])[] {
  return points.flatMap((point, i) =>
    next.filter((_, j) => FULL || j === i % next.length).map((each) => [point, each] as const),
  );
}

/** A process has so many connections, and whoever is stopped in a transaction keeps one. */
const MOST_TOGETHER = 7;

/** So many that one process can die with all of them, each group with its number. */
export function inGroups<T>(all: readonly T[]): (readonly [number: number, group: readonly T[]])[] {
  const count = Math.ceil(all.length / MOST_TOGETHER);
  return Array.from({ length: count }, (_, i) => {
    const start = i * MOST_TOGETHER;
    return [i + 1, all.slice(start, start + MOST_TOGETHER)] as const;
  });
}

/** The points as `combined` has them, in groups that one process dies with and that go on alike. */
export function dyingTogether<Point, Next>(
  points: readonly Point[],
  next: readonly Next[],
): (readonly [Next, readonly Point[]])[] {
  const all = combined(points, next);
  return next.flatMap((each) => {
    const alike = all.flatMap(([point, then]) => (then === each ? [point] : []));
    return inGroups(alike).map(([, group]) => [each, group] as const);
  });
}

/** All of them, or in short runs those that no other series covers. */
export function sample<T>(all: readonly T[], isNew: (each: T, index: number) => boolean): T[] {
  return all.filter((each, i) => FULL || isNew(each, i));
}
