import type { Instant } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import { businessMinutesBetween } from './business-hours.js';
import { dueTimes, marked, resumed, type SlaPolicy, type SlaTimes } from './sla.js';

/** The service times of a case as its record has them, and how long it has waited. */
export type CaseTimes = SlaTimes & { readonly pausedSeconds: number };

const NAMES = [
  'firstResponseDueAt',
  'resolutionDueAt',
  'firstRespondedAt',
  'resolvedAt',
  'waitingSince',
  'firstResponseBreached',
  'resolutionBreached',
  'pausedSeconds',
] as const;

export function timesOf(record: FieldValues): CaseTimes {
  return Object.fromEntries(NAMES.map((name) => [name, record[name]])) as unknown as CaseTimes;
}

export function newTimes(policy: SlaPolicy, priority: string | null, now: Instant): CaseTimes {
  return {
    ...dueTimes(policy, priority, now),
    firstRespondedAt: null,
    resolvedAt: null,
    waitingSince: null,
    firstResponseBreached: false,
    resolutionBreached: false,
    pausedSeconds: 0,
  };
}

/** The clocks stop for the customer. */
export function paused(times: CaseTimes, now: Instant): CaseTimes {
  return { ...times, ...marked(times, now), waitingSince: now };
}

/** The clocks go on with what was left. */
export function goingOn(times: CaseTimes, now: Instant, { hours }: SlaPolicy): CaseTimes {
  const { waitingSince } = times;
  if (waitingSince === null) return times;
  const waited = Math.round(businessMinutesBetween(waitingSince, now, hours) * 60);
  const after = resumed(times, now, hours);
  return { ...times, ...marked(after, now), pausedSeconds: times.pausedSeconds + waited };
}

/** Somebody answered for the first time; while the case waits its time to answer stands. */
export function responded(times: CaseTimes, now: Instant, { hours }: SlaPolicy): CaseTimes {
  if (times.firstRespondedAt !== null) return times;
  const { firstResponseDueAt } = resumed(times, now, hours);
  return { ...times, ...marked({ ...times, firstResponseDueAt, firstRespondedAt: now }, now) };
}

/** The case is solved, which answers it too. */
export function solved(times: CaseTimes, now: Instant, policy: SlaPolicy): CaseTimes {
  const going = responded(goingOn(times, now, policy), now, policy);
  return { ...going, ...marked({ ...going, resolvedAt: now }, now) };
}

/** The case goes on where it was when it was solved: the time between does not count. */
export function reopened(times: CaseTimes, now: Instant, policy: SlaPolicy): CaseTimes {
  return goingOn({ ...times, waitingSince: times.resolvedAt, resolvedAt: null }, now, policy);
}

/**
 * The due times of another priority, counted from the beginning of the case and its waiting added.
 * A clock that was stopped for good stays as it is; one that goes on is judged anew.
 */
export function ofPriority(
  times: CaseTimes,
  priority: string | null,
  { startedAt, now }: { readonly startedAt: Instant; readonly now: Instant },
  policy: SlaPolicy,
): CaseTimes {
  const due = dueTimes(policy, priority, startedAt, times.pausedSeconds / 60);
  const response =
    times.firstRespondedAt === null
      ? { firstResponseDueAt: due.firstResponseDueAt, firstResponseBreached: false }
      : {};
  const resolution =
    times.resolvedAt === null
      ? { resolutionDueAt: due.resolutionDueAt, resolutionBreached: false }
      : {};
  const changed = { ...times, ...response, ...resolution };
  return { ...changed, ...marked(changed, now) };
}
