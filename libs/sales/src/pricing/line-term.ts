import { addDays, addMonths, daysBetween, type LocalDate } from '@quittance/calendar';
import { gridDate, gridFrom, type Grid } from '../subscriptions/grid.js';
import type { RecurringPart } from './quoted-line.js';

/** When what is recurring begins and how long it is agreed for. */
export interface QuoteTerm {
  readonly startOn: LocalDate;
  /** Null: until somebody ends it. */
  readonly termMonths: number | null;
}

type Billed = Pick<RecurringPart, 'trialDays' | 'frequency' | 'anchor' | 'termPeriods'>;

/** When a line begins to be billed, and the grid of its periods. */
export function billingOfLine(
  { startOn }: QuoteTerm,
  { trialDays, frequency, anchor }: Omit<Billed, 'termPeriods'>,
) {
  const billedFrom = addDays(startOn, trialDays);
  return { billedFrom, grid: gridFrom(billedFrom, frequency, anchor) };
}

/**
 * The end of a line's term, the day after its last one; null where it has none. The contract that
 * the quote becomes ends it, however many periods were said of it.
 */
export function endOfLine(
  { startOn, termMonths }: QuoteTerm,
  { termPeriods }: Pick<Billed, 'termPeriods'>,
  grid: Grid,
): LocalDate | null {
  const own = termPeriods === null ? null : gridDate(grid, termPeriods);
  const agreed = termMonths === null ? null : addMonths(startOn, termMonths);
  if (own === null || agreed === null) return own ?? agreed;
  return own < agreed ? own : agreed;
}

/** Of what goes on until somebody ends it, by the year: as its annual value is. */
const YEAR = 12;

/** Of how many days of its term a line is paid for; all of them without a trial. */
export interface PaidOfTerm {
  readonly paid: bigint;
  readonly whole: bigint;
}

/** What a trial leaves of the term of a line; of one without an end, of its first year. Pure. */
export function paidDays(term: QuoteTerm, line: Billed): PaidOfTerm {
  const { trialDays } = line;
  if (trialDays === 0) return { paid: 1n, whole: 1n };
  const { grid } = billingOfLine(term, line);
  const end = endOfLine(term, line, grid) ?? addMonths(term.startOn, YEAR);
  const whole = Math.max(daysBetween(term.startOn, end), 1);
  return { paid: BigInt(Math.max(whole - trialDays, 0)), whole: BigInt(whole) };
}
