/**
 * The two tiers of the suite. `npm test` takes samples of what is generated;
 * `npm run test:deep` sets `TEST_TIER=deep` and takes the whole. A sample is one
 * of `SAMPLES` parts, chosen by the seed of the run: each part has been run, so
 * that no commit meets one that nobody has, and any few commits meet them all.
 */
export const DEEP = process.env.TEST_TIER === 'deep';

const SAMPLES = 20;

/** Which part of what is generated this run takes: from 0 to 19. */
const PART = Number(process.env.TEST_PART ?? 0);

/** Every twentieth of them and at least one, or all of them in the deep tier. */
export function sampled<Item>(all: readonly Item[]): readonly Item[] {
  const parts = Math.min(SAMPLES, all.length);
  return DEEP ? all : all.filter((_, i) => i % SAMPLES === PART % parts);
}

/**
 * Those of every twentieth group, groups in the order in which they appear, or all in the deep
 * tier.
 */
export function sampledBy<Item>(
  all: readonly Item[],
  groupOf: (item: Item) => string,
): readonly Item[] {
  const groups = new Set(sampled([...new Set(all.map(groupOf))]));
  return all.filter((item) => groups.has(groupOf(item)));
}

/**
 * Options of a test that starts processes, of this place among `count` of them: each run takes one,
 * and the deep tier all.
 */
export function inTurn(place: number, count: number): { readonly skip: boolean } {
  return { skip: !DEEP && PART % count !== place };
}

/** So many runs of a property, and `times` as many in the deep tier. */
export function runs(count: number, times = 20): number {
  return DEEP ? count * times : count;
}

/** Runs of one test in the deep tier, where each takes seconds. */
const RUNS_OF_A_PART = 20;

/**
 * The same of a property of which each run takes seconds, as tests of their own: each has the time
 * that a test may take, on a machine with other work beside too. One in the fast tier.
 */
export function runsInParts(count: number, times = 20): readonly PartOfRuns[] {
  const all = runs(count, times);
  const parts = DEEP ? Math.ceil(all / RUNS_OF_A_PART) : 1;
  return Array.from({ length: parts }, (_, i) => ({
    part: i + 1,
    parts,
    numRuns: Math.floor((all + i) / parts),
  }));
}

/** So many of all runs of a property. */
export interface PartOfRuns {
  readonly part: number;
  readonly parts: number;
  readonly numRuns: number;
}
