import {
  type Frequency,
  type LocalDate,
  periodEnd,
  periodIndexOnOrAfter,
  periodStart,
} from '@quittance/calendar';

/** What the periods of a schedule are counted from. */
export interface ScheduleGrid {
  readonly frequency: Frequency;
  readonly startDate: LocalDate;
  /** The first day of the first whole period; what is before it is the part of one (a stub). */
  readonly anchorDate: LocalDate | null;
}

/** The days of a period, and the day on which it would have begun were it whole. */
export interface GridPeriod {
  readonly start: LocalDate;
  readonly end: LocalDate;
  readonly wholeFrom: LocalDate;
}

function stubsOf({ startDate, anchorDate }: ScheduleGrid): 0 | 1 {
  return anchorDate !== null && anchorDate > startDate ? 1 : 0;
}

/** Where period `k` would begin were it whole: always counted from the anchor. */
function wholeFrom(grid: ScheduleGrid, k: number): LocalDate {
  return periodStart(grid.anchorDate ?? grid.startDate, grid.frequency, k - stubsOf(grid));
}

/** The first day of period `k`; 0 is the first, whole or not. */
export function startOfPeriod(grid: ScheduleGrid, k: number): LocalDate {
  return k === 0 ? grid.startDate : wholeFrom(grid, k);
}

/** Period `k`: it ends on the day before the next one begins. A one-time period is one day. */
export function gridPeriod(grid: ScheduleGrid, k: number): GridPeriod {
  const end = periodEnd(grid.anchorDate ?? grid.startDate, grid.frequency, k - stubsOf(grid));
  return { start: startOfPeriod(grid, k), end, wholeFrom: wholeFrom(grid, k) };
}

/** The index of the first period that begins on or after a date. */
export function indexOnOrAfter(grid: ScheduleGrid, date: LocalDate): number {
  if (date <= grid.startDate) return 0;
  const { anchorDate, startDate, frequency } = grid;
  return periodIndexOnOrAfter(anchorDate ?? startDate, frequency, date) + stubsOf(grid);
}

/** The earliest day on which a schedule with an anchor may start: a stub is no whole period. */
export function earliestStart(anchorDate: LocalDate, frequency: Frequency): LocalDate {
  return periodStart(anchorDate, frequency, -1);
}
