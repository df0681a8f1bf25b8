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

/** @throws TypeError when the text is no instant. */
export function parseInstant(text: string): Instant {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new TypeError(`Not an instant: ${text}`);
  return at.toISOString() as Instant;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function epochMs(at: Instant): number {
  return Date.parse(at);
}

export function instantFromEpochMs(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}

export function addSeconds(at: Instant, seconds: number): Instant {
  return instantFromEpochMs(epochMs(at) + seconds * 1000);
}
