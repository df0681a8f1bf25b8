declare const instant: unique symbol;

/** An RFC 3339 UTC instant with milliseconds, for example `2026-03-01T09:30:00.000Z`. */
export type Instant = string & { readonly [instant]: true };

/** The only source of the present: everything else is handed an instant (`ctx.now`). */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => new Date().toISOString() as Instant };

/** A clock that stands still until it is moved: for tests and as-of runs. */
export function manualClock(start: string): Clock & { set(to: string): void } {
  let at = parseInstant(start);
  return {
    now: () => at,
    set: (to) => {
      at = parseInstant(to);
    },
  };
}

const RFC_3339 =
  /^((?!0000)\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:Z|[+-]\d{2}:\d{2})$/;

const WITHIN_YEARS = /^(?!0000)\d{4}-/;

/**
 * An RFC 3339 date and time with its offset, in UTC.
 * @throws TypeError when the text is none, names a day or an hour that does not exist, or lies
 *   outside
 * the years 1 to 9999.
 */
export function parseInstant(text: string): Instant {
  const upper = text.toUpperCase();
  const [, date, time] = RFC_3339.exec(upper) ?? [];
  const at = new Date(upper);
  // `Date` turns 31 February and 24:00 into the day after; the wall date must come back unchanged.
  const wall = new Date(`${date}${time}Z`);
  const real = !Number.isNaN(at.getTime()) && !Number.isNaN(wall.getTime());
  // In UTC the offset may take it out of the years that have four digits.
  const known = real && WITHIN_YEARS.test(at.toISOString());
  if (date === undefined || !known || !wall.toISOString().startsWith(date)) {
    throw new TypeError(`Not an instant: ${text}`);
  }
  return at.toISOString() as Instant;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function epochMs(at: Instant): number {
  return Date.parse(at);
}

/** For libraries that take nothing but a `Date`. */
export function dateObject(at: Instant): Date {
  return new Date(epochMs(at));
}

export function instantFromEpochMs(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}

export function addSeconds(at: Instant, seconds: number): Instant {
  return instantFromEpochMs(epochMs(at) + seconds * 1000);
}
