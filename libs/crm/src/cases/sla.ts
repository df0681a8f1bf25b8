import type { Instant } from '@quittance/kernel';
import {
  afterBusinessMinutes,
  businessMinutesBetween,
  type BusinessHours,
} from './business-hours.js';

/** How soon cases of a priority are answered and solved, in minutes of service time. */
export interface SlaTarget {
  /** Code of a case priority; null for every one without a target of its own. */
  readonly priority: string | null;
  /** Null: nothing is promised. */
  readonly firstResponseMinutes: number | null;
  readonly resolutionMinutes: number | null;
}

export interface SlaPolicy {
  readonly targets: readonly SlaTarget[];
  readonly hours: BusinessHours;
}

/** What holds until a company says otherwise: service round the clock. */
export const DEFAULT_TARGETS: readonly SlaTarget[] = [
  { priority: 'urgent', firstResponseMinutes: 60, resolutionMinutes: 480 },
  { priority: 'high', firstResponseMinutes: 240, resolutionMinutes: 1440 },
  { priority: 'low', firstResponseMinutes: 1440, resolutionMinutes: 10_080 },
  { priority: null, firstResponseMinutes: 480, resolutionMinutes: 4320 },
];

/** The service times of a case. */
export interface SlaTimes {
  readonly firstResponseDueAt: Instant | null;
  readonly resolutionDueAt: Instant | null;
  readonly firstRespondedAt: Instant | null;
  readonly resolvedAt: Instant | null;
  /** The clocks stand since then. */
  readonly waitingSince: Instant | null;
  readonly firstResponseBreached: boolean;
  readonly resolutionBreached: boolean;
}

/** When a case of a priority must be answered and solved: the time it waited is added. */
export function dueTimes(
  { targets, hours }: SlaPolicy,
  priority: string | null,
  startedAt: Instant,
  waitedMinutes = 0,
): Pick<SlaTimes, 'firstResponseDueAt' | 'resolutionDueAt'> {
  const target =
    targets.find((each) => each.priority !== null && each.priority === priority) ??
    targets.find((each) => each.priority === null);
  const due = (minutes: number | null | undefined) =>
    minutes === null || minutes === undefined
      ? null
      : afterBusinessMinutes(startedAt, minutes + waitedMinutes, hours);
  return {
    firstResponseDueAt: due(target?.firstResponseMinutes),
    resolutionDueAt: due(target?.resolutionMinutes),
  };
}

/** The times after the clocks go on: what was left when they stopped is left now. */
export function resumed(times: SlaTimes, now: Instant, hours: BusinessHours): SlaTimes {
  const { waitingSince } = times;
  if (waitingSince === null) return times;
  const later = (due: Instant | null, done: Instant | null) => {
    if (due === null || done !== null || due <= waitingSince) return due;
    return afterBusinessMinutes(now, businessMinutesBetween(waitingSince, due, hours), hours);
  };
  return {
    ...times,
    firstResponseDueAt: later(times.firstResponseDueAt, times.firstRespondedAt),
    resolutionDueAt: later(times.resolutionDueAt, times.resolvedAt),
    waitingSince: null,
  };
}

/** Whether a clock ran out: at the instant it was stopped for good, or stands, or else by now. */
export function breached(
  due: Instant | null,
  done: Instant | null,
  waitingSince: Instant | null,
  now: Instant,
): boolean {
  return due !== null && (done ?? waitingSince ?? now) > due;
}

/** The same times with what is missed by now marked; what was missed stays so. */
export function marked(times: SlaTimes, now: Instant): SlaTimes {
  const { waitingSince } = times;
  const response = breached(times.firstResponseDueAt, times.firstRespondedAt, waitingSince, now);
  const resolution = breached(times.resolutionDueAt, times.resolvedAt, waitingSince, now);
  return {
    ...times,
    firstResponseBreached: times.firstResponseBreached || response,
    resolutionBreached: times.resolutionBreached || resolution,
  };
}

export const SLA_STATES = ['none', 'running', 'paused', 'met', 'breached'] as const;
export type SlaState = (typeof SLA_STATES)[number];

/** Where one of the two clocks of a case is, for the panel of its page. */
export interface SlaClock {
  readonly state: SlaState;
  readonly dueAt: Instant | null;
  readonly doneAt: Instant | null;
  /** Whole minutes of service time that are left; negative once it is missed. */
  readonly minutesLeft: number | null;
}

export function slaClock(
  due: Instant | null,
  done: Instant | null,
  waitingSince: Instant | null,
  now: Instant,
  hours: BusinessHours,
): SlaClock {
  if (due === null) return { state: 'none', dueAt: null, doneAt: done, minutesLeft: null };
  const missed = breached(due, done, waitingSince, now);
  const running = waitingSince === null ? 'running' : 'paused';
  const state = missed ? 'breached' : done === null ? running : 'met';
  const at = done ?? waitingSince ?? now;
  const left = businessMinutesBetween(at, due, hours) - businessMinutesBetween(due, at, hours);
  return { state, dueAt: due, doneAt: done, minutesLeft: Math.floor(left) };
}
