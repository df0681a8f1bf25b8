import {
  addDays,
  dateParts,
  dayOfMonth,
  daysBetween,
  type Frequency,
  type LocalDate,
  monthNumber,
} from '@quittance/calendar';

/** How often a subscription bills; what is sold once is no subscription. */
export type RecurringFrequency = Exclude<Frequency, 'one_time'>;

export const RECURRING_FREQUENCIES = [
  'weekly',
  'fortnightly',
  'monthly',
  'quarterly',
  'half_yearly',
  'annually',
] as const satisfies readonly RecurringFrequency[];

const DAYS: Partial<Record<RecurringFrequency, number>> = { weekly: 7, fortnightly: 14 };
const MONTHS: Partial<Record<RecurringFrequency, number>> = {
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  annually: 12,
};

/** Where the periods of a subscription begin: the date of period 0 and what day it stands for. */
export interface Grid {
  readonly frequency: RecurringFrequency;
  /** G(0). */
  readonly anchor: LocalDate;
  /** The day of the month that is meant; a short month has its last day instead. */
  readonly anchorDay: number;
  /** The periods of the days before it began; null where it began with the first. */
  readonly before?: GridBefore | null;
}

/** Periods until a day, on which another grid begins: the last is cut off there. */
export interface GridBefore extends Grid {
  readonly until: LocalDate;
}

/** A day of the month, and for a yearly grid of which month. */
export interface AnchorDay {
  readonly day: number;
  readonly month?: number;
}

/** From `start`, before `until`; a part of the period `full` where it is shorter than that. */
export interface Period {
  readonly start: LocalDate;
  /** The day after the last one. */
  readonly until: LocalDate;
  /** Days of the whole period that this one is, or is a part of. */
  readonly fullDays: number;
}

/** Whether periods of this length are counted in months, and so have a day of the month. */
export function hasAnchorDay(frequency: RecurringFrequency): boolean {
  return MONTHS[frequency] !== undefined;
}

/** The first day of period `k`; always counted from the anchor, `k` may be below 0. */
export function gridDate({ frequency, anchor, anchorDay }: Grid, k: number): LocalDate {
  const days = DAYS[frequency];
  if (days !== undefined) return addDays(anchor, days * k);
  return dayOfMonth(monthNumber(anchor) + (MONTHS[frequency] ?? 1) * k, anchorDay);
}

/** The period in which a day lies: the greatest `k` whose first day is not after it. */
export function gridIndex(grid: Grid, day: LocalDate): number {
  const days = DAYS[grid.frequency];
  if (days !== undefined) return Math.floor(daysBetween(grid.anchor, day) / days);
  const months = monthNumber(day) - monthNumber(grid.anchor);
  const k = Math.floor(months / (MONTHS[grid.frequency] ?? 1));
  return gridDate(grid, k) <= day ? k : k - 1;
}

/** The first date of the grid on or after a day. */
export function nextGridDate(grid: Grid, day: LocalDate): LocalDate {
  const { before } = grid;
  if (before && day < before.until) {
    const next = nextGridDate(before, day);
    return next < before.until ? next : before.until;
  }
  const at = gridDate(grid, gridIndex(grid, day));
  return at === day ? at : gridDate(grid, gridIndex(grid, day) + 1);
}

/**
 * The grid of what starts on a day: from that day, or from the first anchor day on or after it. A
 * day that the month lacks is its last one, and keeps its number for the months that have it.
 */
export function gridFrom(
  start: LocalDate,
  frequency: RecurringFrequency,
  wanted: AnchorDay | null = null,
): Grid {
  if (wanted === null || !hasAnchorDay(frequency)) {
    return { frequency, anchor: start, anchorDay: dateParts(start).day };
  }
  const { day, month } = wanted;
  const step = frequency === 'annually' && month !== undefined ? 12 : 1;
  const from = monthNumber(start);
  let at = step === 12 ? from - dateParts(start).month + (month ?? 1) : from;
  while (dayOfMonth(at, day) < start) at += step;
  return { frequency, anchor: dayOfMonth(at, day), anchorDay: day };
}

/**
 * The period in which a day lies of what bills from `start` on: the stub before the anchor is a
 * part of the period that ends there.
 */
export function periodOn(grid: Grid, start: LocalDate, day: LocalDate): Period {
  const { before } = grid;
  if (before && day < before.until) {
    const period = periodOn(before, start, day);
    return period.until <= before.until ? period : { ...period, until: before.until };
  }
  const k = gridIndex(grid, day);
  const [from, until] = [gridDate(grid, k), gridDate(grid, k + 1)];
  return { start: from < start ? start : from, until, fullDays: daysBetween(from, until) };
}

/** The whole period of the grid in which a day lies, also where less of it is billed. */
export function wholePeriodOn(grid: Grid, day: LocalDate): Pick<Period, 'start' | 'until'> {
  const { before } = grid;
  if (before && day < before.until) return wholePeriodOn(before, day);
  const k = gridIndex(grid, day);
  return { start: gridDate(grid, k), until: gridDate(grid, k + 1) };
}

/** The first day of a whole period: days before it are a stub, which another grid may cut off. */
export function stubEnd({ anchor, before }: Grid): LocalDate {
  if (!before) return anchor;
  const end = stubEnd(before);
  return end < before.until ? end : before.until;
}

/** A grid from a day on, behind the one that holds until then. */
export function regridded(grid: Grid, on: LocalDate, frequency: RecurringFrequency): Grid {
  const { before } = grid;
  // Of two that begin on a day the first has none.
  const held = before?.until === on ? before : { ...grid, until: on };
  return { ...gridFrom(on, frequency), before: held };
}

/** Whether the period is a part of one: begun late, or cut off. */
export function isPartial({ start, until, fullDays }: Period): boolean {
  return daysBetween(start, until) < fullDays;
}

/** The period as far as the subscription reaches; undefined where it ends before. */
export function endedBy(period: Period, end: LocalDate | null): Period | undefined {
  if (end === null || end >= period.until) return period;
  return end <= period.start ? undefined : { ...period, until: end };
}

/** The periods that begin before a day, from the start to the end (the day after the last one). */
export function* periodsBefore(
  grid: Grid,
  { start, end }: { readonly start: LocalDate; readonly end: LocalDate | null },
  before: LocalDate,
): Generator<Period> {
  const stop = end !== null && end < before ? end : before;
  for (let at = start; at < stop;) {
    const period = periodOn(grid, start, at);
    yield endedBy(period, end) ?? period;
    at = period.until;
  }
}
