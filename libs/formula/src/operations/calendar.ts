import {
  addDays,
  addMonths,
  dateAt,
  dateParts,
  dayOfMonth,
  daysBetween,
  isLocalDate,
  monthNumber,
  toEpochDay,
  type LocalDate,
} from '@quittance/calendar';
import { epochMs, instantFromEpochMs, type Instant } from '@quittance/kernel';
import type { Decimal } from '@quittance/money';
import type { FormulaInput } from '../formula-value.js';
import { wholePart } from './numbers.js';

/** Between the years 1 and 9999; undefined beyond. */

const FIRST = '0001-01-01' as LocalDate;
const LAST = '9999-12-31' as LocalDate;
const FIRST_DAY = toEpochDay(FIRST);
const LAST_DAY = toEpochDay(LAST);
const DAY_MS = 86_400_000;
const FIRST_MS = BigInt(FIRST_DAY) * BigInt(DAY_MS);
const LAST_MS = BigInt(LAST_DAY + 1) * BigInt(DAY_MS) - 1n;
const LAST_MONTH = 9999 * 12 + 11;
const MOST = 200_000_000n;

/** A date, not an instant. */
export function isDay(at: string): at is LocalDate {
  return at.length === 10;
}

/** The day of a date, or of an instant in the zone of the company. */
export function dayOf({ timeZone = 'UTC' }: FormulaInput, at: string): LocalDate {
  return isDay(at) ? at : dateAt(at as Instant, timeZone);
}

/** A whole part that arithmetic on days can take; undefined far beyond all dates. */
export function wholeCount(value: Decimal): number | undefined {
  const whole = wholePart(value);
  return whole <= MOST && whole >= -MOST ? Number(whole) : undefined;
}

export function dayShifted(day: LocalDate, by: Decimal): LocalDate | undefined {
  const days = wholeCount(by);
  if (days === undefined) return undefined;
  const to = toEpochDay(day) + days;
  return to < FIRST_DAY || to > LAST_DAY ? undefined : addDays(day, days);
}

export function instantShifted(at: Instant, ms: bigint): Instant | undefined {
  const to = BigInt(epochMs(at)) + ms;
  return to < FIRST_MS || to > LAST_MS ? undefined : instantFromEpochMs(Number(to));
}

function monthShifted(day: LocalDate, months: number): LocalDate | undefined {
  const { year, month } = dateParts(day);
  const to = year * 12 + month - 1 + months;
  if (to < 12 || to > LAST_MONTH) return undefined;
  const isLast = day === dayOfMonth(monthNumber(day), 31);
  return isLast ? dayOfMonth(to, 31) : addMonths(day, months);
}

/**
 * The last day of a month stays one, and what the month lacks becomes its last; an instant keeps
 * its time of day in UTC.
 */
export function monthsLater(at: string, by: Decimal): string | undefined {
  const months = wholeCount(by);
  if (months === undefined) return undefined;
  const day = monthShifted(at.slice(0, 10) as LocalDate, months);
  return day && `${day}${at.slice(10)}`;
}

export function realDate(year: number, month: number, day: number): LocalDate | undefined {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isLocalDate(date) ? date : undefined;
}

export function dayDistance(from: LocalDate, to: LocalDate): number {
  return daysBetween(from, to);
}

/** Whole months that have passed; negative when `to` is earlier. */
export function monthDistance(from: LocalDate, to: LocalDate): number {
  if (to < from) return -monthDistance(to, from);
  const [a, b] = [dateParts(from), dateParts(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return addMonths(from, months) <= to ? months : months - 1;
}
