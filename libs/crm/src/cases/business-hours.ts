import { dateObject, epochMs, instantFromEpochMs, type Instant } from '@quittance/kernel';
import { parseLocalDate, toEpochDay } from '@quittance/calendar';

/** A stretch of a day in which somebody works; times are `HH:MM`, `24:00` is the end of the day. */
export interface OpenHours {
  /** 1 is Monday, 7 is Sunday. */
  readonly day: number;
  readonly from: string;
  readonly to: string;
}

/** When service time passes, in the company's time zone; null is always. */
export type BusinessHours = {
  readonly timeZone: string;
  readonly open: readonly OpenHours[];
} | null;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
/** Monday 1970-01-05. */
const FIRST_MONDAY = 4 * DAY;

interface Stretch {
  readonly from: number;
  readonly length: number;
}

/** The instant at which this many minutes of service time have passed. */
export function afterBusinessMinutes(at: Instant, minutes: number, hours: BusinessHours): Instant {
  if (!hours) return instantFromEpochMs(epochMs(at) + minutes * MINUTE);
  if (minutes === 0) return at;
  const week = stretchesOf(hours.open);
  const place = placeOf(wallOf(at, hours.timeZone), week) + minutes * MINUTE;
  return instantOf(wallAt(place, week), hours.timeZone);
}

/** Minutes of service time between two instants; none where the second is not later. */
export function businessMinutesBetween(from: Instant, to: Instant, hours: BusinessHours): number {
  if (to <= from) return 0;
  if (!hours) return (epochMs(to) - epochMs(from)) / MINUTE;
  const week = stretchesOf(hours.open);
  const [start, end] = [from, to].map((at) => placeOf(wallOf(at, hours.timeZone), week));
  return ((end ?? 0) - (start ?? 0)) / MINUTE;
}

/** Minutes since midnight of `HH:MM`. */
export function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function stretchesOf(open: readonly OpenHours[]): Stretch[] {
  return open
    .map(({ day, from, to }) => ({
      from: (day - 1) * DAY + minutesOfDay(from) * MINUTE,
      length: (minutesOfDay(to) - minutesOfDay(from)) * MINUTE,
    }))
    .toSorted((a, b) => a.from - b.from);
}

function totalOf(week: readonly Stretch[]): number {
  return week.reduce((sum, { length }) => sum + length, 0);
}

/** Service time since the first Monday, at a time on the wall. */
function placeOf(wall: number, week: readonly Stretch[]): number {
  const weeks = Math.floor((wall - FIRST_MONDAY) / WEEK);
  const within = wall - FIRST_MONDAY - weeks * WEEK;
  return week.reduce(
    (sum, { from, length }) => sum + Math.min(length, Math.max(0, within - from)),
    weeks * totalOf(week),
  );
}

/** The first time on the wall at which so much service time has passed. */
function wallAt(place: number, week: readonly Stretch[]): number {
  const total = totalOf(week);
  const weeks = Math.ceil(place / total) - 1;
  let rest = place - weeks * total;
  for (const { from, length } of week) {
    if (rest <= length) return FIRST_MONDAY + weeks * WEEK + from + rest;
    rest -= length;
  }
  return FIRST_MONDAY + (weeks + 1) * WEEK;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const times = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...parts,
    ...times,
  });
  formats.set(timeZone, made);
  return made;
}

/** What the clock on the wall shows, in milliseconds as if the wall were in Greenwich. */
function wallOf(at: Instant, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(dateObject(at));
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = toEpochDay(parseLocalDate(`${read('year')}-${read('month')}-${read('day')}`));
  const minutes = Number(read('hour')) * 60 + Number(read('minute'));
  return day * DAY + minutes * MINUTE + Number(read('second')) * 1000 + (epochMs(at) % 1000);
}

/** The instant at which the wall shows it; where clocks leap over it, the instant of the leap. */
function instantOf(wall: number, timeZone: string): Instant {
  const offsetAt = (ms: number) => wallOf(instantFromEpochMs(ms), timeZone) - ms;
  const guess = wall - offsetAt(wall);
  return instantFromEpochMs(wall - offsetAt(guess));
}
