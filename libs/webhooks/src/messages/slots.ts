/** How many messages may be under way to one endpoint, by all processes together. */
export const SLOTS = { first: 5, least: 2, most: 100 } as const;

/** AnswerCounts within it let an endpoint have more under way. */
const QUICK_MS = 500;
/** An answer that takes longer says that the receiver has too much, as a failure does. */
const SLOW_MS = 2000;

/** What one answer says about the pace of an endpoint. */
export type PaceVerdict = 'quick' | 'steady' | 'bad';

export function verdictOn(arrived: boolean, durationMs: number): PaceVerdict {
  if (!arrived || durationMs > SLOW_MS) return 'bad';
  return durationMs <= QUICK_MS ? 'quick' : 'steady';
}

/** The answers of an endpoint since its limit was last looked at. */
export interface AnswerCounts {
  readonly quick: number;
  readonly steady: number;
  readonly bad: number;
  /** Whether more would have been sent if more had been allowed. */
  readonly full: boolean;
}

/**
 * The limit after these answers: half when more than a tenth of a round went badly, half as much
 * again after a round that was full and quick. Null while they say too little.
 */
export function nextLimit(
  limit: number,
  { quick, steady, bad, full }: AnswerCounts,
): number | null {
  const answered = quick + steady + bad;
  if (bad * 10 > Math.max(answered, limit)) return Math.max(SLOTS.least, Math.floor(limit / 2));
  if (answered < limit) return null;
  if (!full || quick * 10 < answered * 9) return limit;
  return Math.min(SLOTS.most, limit + Math.ceil(limit / 2));
}

/** Messages of the two lanes. */
export interface PerLane {
  readonly fresh: number;
  readonly bulk: number;
}

/**
 * How many of each lane may be sent now, beside those that are under way. Either lane leaves some
 * slots to the other, so that what is fresh always finds one free, and work on many records never
 * stands still.
 */
export function freeSlots(limit: number, underWay: PerLane): PerLane {
  const forFresh = Math.max(1, Math.floor(limit / 4));
  const forBulk = Math.max(1, Math.floor(limit / 8));
  const free = limit - underWay.fresh - underWay.bulk;
  const atLeastNone = (count: number) => Math.max(0, Math.min(free, count));
  return {
    fresh: atLeastNone(limit - forBulk - underWay.fresh),
    bulk: atLeastNone(limit - forFresh - underWay.bulk),
  };
}
