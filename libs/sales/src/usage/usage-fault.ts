/** Why an event was not taken, and what that means. */
export const USAGE_REFUSALS = {
  event_invalid: 'a member is missing, unknown, or not of its form',
  value_invalid: 'the value is no number of this meter, or the property that it counts is missing',
  meter_unknown: 'there is no meter of that code',
  subscription_unknown: 'there is no such subscription, or it is not the one of the path',
  usage_in_future: 'the time is more than five minutes ahead',
  usage_too_late: 'the time is longer ago than the company takes usage, or its bill is settled',
  usage_before_start: 'the day is before the subscription began',
  usage_after_end: 'the day is not before the subscription ended',
  usage_while_paused: 'the subscription stood still on that day',
  usage_event_conflict: 'the id was sent before with something else',
} as const;

export type UsageCode = keyof typeof USAGE_REFUSALS;
export const USAGE_CODES = Object.keys(USAGE_REFUSALS) as readonly UsageCode[];

/** Something that is wrong with an event. */
export interface UsageFault {
  readonly code: UsageCode;
  /** In words. */
  readonly detail: string;
  /** JSON Pointer into the event; empty for the event as a whole. */
  readonly pointer: string;
}

/** Of every code but two, where it is found. */
const PLACES: Readonly<Partial<Record<UsageCode, string>>> = {
  meter_unknown: '/meter',
  usage_event_conflict: '/eventId',
  usage_in_future: '/timestamp',
  usage_too_late: '/timestamp',
  usage_before_start: '/timestamp',
  usage_after_end: '/timestamp',
  usage_while_paused: '/timestamp',
};

/** A fault of that code; what the code means is its detail, unless more is known. */
export function usageFault(
  code: UsageCode,
  pointer = PLACES[code] ?? '',
  detail: string = USAGE_REFUSALS[code],
): UsageFault {
  return { code, detail, pointer };
}

/** The first thing that is wrong with an event, and what else is. */
export interface UsageRefusal extends UsageFault {
  /** Left out where there is nothing. */
  readonly others?: readonly UsageFault[];
}

/** Told of an event beside the first; a row of something else may have any number. */
export const MOST_OTHER_FAULTS = 20;

/** All that is wrong with an event, as it is told. */
export function usageRefusal([first, ...others]: readonly UsageFault[]): UsageRefusal {
  if (!first) throw new RangeError('An event in which nothing is wrong is not refused');
  return others.length === 0 ? first : { ...first, others: others.slice(0, MOST_OTHER_FAULTS) };
}
