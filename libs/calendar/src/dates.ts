import type { Instant } from '@quittance/kernel';

declare const localDate: unique symbol;

/** A calendar date `YYYY-MM-DD`, without time or zone. Compares as a string. */
export type LocalDate = string & { readonly [localDate]: true };

/** What the codes of two digits have above their value. */
const ZEROS = 11 * 48;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a real calendar date between 0001-01-01 and 9999-12-31. */
export function isLocalDate(value: unknown): value is LocalDate {
  if (typeof value !== 'string') return false;
  const parts = SHAPE.exec(value);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** @throws TypeError when the text is no calendar date. */
export function parseLocalDate(value: string): LocalDate {
  if (!isLocalDate(value)) throw new TypeError(`Not a calendar date: ${value}`);
  return value;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function dateParts(date: LocalDate): { year: number; month: number; day: number } {
  const [century, year] = [twoDigits(date, 0), twoDigits(date, 2)];
  return { year: 100 * century + year, month: twoDigits(date, 5), day: twoDigits(date, 8) };
}

function twoDigits(date: LocalDate, at: number): number {
  return 10 * date.charCodeAt(at) + date.charCodeAt(at + 1) - ZEROS;
}

function format(year: number, month: number, day: number): LocalDate {
  if (year < 1 || year > 9999) throw new RangeError(`Year ${year} is outside 1 to 9999`);
  const two = (n: number) => (n < 10 ? `0${n}` : String(n));
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` as LocalDate;
}

/** Days since 1970-01-01 (H. Hinnant, chrono-compatible date algorithms: days_from_civil). */
export function toEpochDay(date: LocalDate): number {
  const { year, month, day } = dateParts(date);
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** The inverse of `toEpochDay` (civil_from_days). */
export function fromEpochDay(epochDay: number): LocalDate {
  const z = epochDay + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36524) -
      Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return format(year, month, dayOfYear - Math.floor((153 * mp + 2) / 5) + 1);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  if (days === 0) return date;
  return fromEpochDay(toEpochDay(date) + days);
}

/**
 * Adds calendar months; a day the target month lacks becomes its last day (31 Jan + 1 → 28 Feb).
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return dayOfMonth(monthNumber(date) + months, dateParts(date).day);
}

/** The month of a date, counted from January of the year 0. */
export function monthNumber(date: LocalDate): number {
  const { year, month } = dateParts(date);
  return year * 12 + month - 1;
}

/** A day of a month that is counted so; where the month lacks it, its last one. */
export function dayOfMonth(month: number, day: number): LocalDate {
  const year = Math.floor(month / 12);
  const ofYear = (month % 12) + 1;
  return format(year, ofYear, Math.min(day, daysInMonth(year, ofYear)));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return toEpochDay(to) - toEpochDay(from);
}

/**
 * A date that `Intl` has written, as it is written in French: the first of a month is `1er`. Pure.
 * @param locale BCP 47, of the text
 */
export function withOrdinal(text: string, locale: string): string {
  return /^fr\b/i.test(locale) ? text.replace(/^1(?=\s)/, '1er') : text;
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** Whether the name is a time zone this Node knows (IANA, for example `Europe/Berlin`). */
export function isTimeZone(name: string): boolean {
  try {
    zoneFormat(name);
    return true;
  } catch {
    return false;
  }
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  let zone = zoneFormats.get(timeZone);
  if (!zone) {
    zone = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    zoneFormats.set(timeZone, zone);
  }
  return zone;
}

/** The calendar date at an instant in a time zone: "today" is a function of company and instant. */
export function dateAt(at: Instant, timeZone: string): LocalDate {
  if (timeZone === 'UTC') return at.slice(0, 10) as LocalDate;
  return zoneFormat(timeZone).format(new Date(at)) as LocalDate;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day `HH:MM:SS` at an instant in a time zone, as its clocks show it. */
export function timeAt(at: Instant, timeZone: string): string {
  if (timeZone === 'UTC') return at.slice(11, 19);
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock.format(new Date(at));
}

/** No zone is farther from Greenwich. */
const FARTHEST_SECONDS = 16 * 3_600;

/** The first instant of a day in a time zone; where clocks leap over midnight, that of the leap. */
export function startOfDay(day: LocalDate, timeZone: string): Instant {
  const greenwich = toEpochDay(day) * 86_400;
  let [before, from] = [greenwich - FARTHEST_SECONDS, greenwich + FARTHEST_SECONDS];
  const at = (seconds: number) => new Date(seconds * 1000).toISOString() as Instant;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateAt(at(middle), timeZone) < day) before = middle;
    else from = middle;
  }
  return at(from);
}
