import { audit, changedFields } from '@quittance/audit';
import { checkVersion, type Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { scheduleOfSubscription } from '../billing.errors.js';
import {
  linesOfSchedule,
  lockSchedule,
  type StoredSchedule,
  type StoredScheduleLine,
} from './schedule.repository.js';
import { scheduleView, type ScheduleView } from './schedule.view.js';

/** A locked schedule with its lines. */
export interface LockedSchedule {
  readonly schedule: StoredSchedule;
  readonly lines: readonly StoredScheduleLine[];
}

/**
 * Locks a schedule, also against a run that is billing it, and reads its lines in the same round
 * trip.
 * @throws DomainError not_found, schedule_of_subscription, precondition_failed
 */
export async function lockToChange(
  tx: Tx,
  id: ScheduleId,
  expectedVersion: number | null = null,
): Promise<LockedSchedule> {
  const [schedule, lines] = await tx.locked(
    () => lockSchedule(tx, id),
    (behind) => linesOfSchedule(behind, id),
  );
  const { source, subscriptionId } = schedule;
  if (source === 'subscription')
    throw scheduleOfSubscription({ subscriptionId: subscriptionId ?? '' });
  checkVersion(schedule.version, expectedVersion);
  return { schedule, lines };
}

/** How a change of a schedule is announced. */
export type ScheduleEvent =
  | 'record.created'
  | 'record.updated'
  | 'schedule.activated'
  | 'schedule.paused'
  | 'schedule.cancelled';

/** Announces and logs a change of a schedule, and answers it as the API shows it. */
export function announceScheduleChange(
  tx: Tx,
  type: ScheduleEvent,
  action: string,
  before: LockedSchedule | null,
  after: LockedSchedule,
): ScheduleView {
  const view = scheduleView(after.schedule, after.lines);
  const record = { object: 'billing-schedule', recordId: view.id };
  emit(tx, { type, ...record, data: view });
  const old = before ? scheduleView(before.schedule, before.lines) : {};
  audit(tx, { action, ...record, ...changedFields(old, view) });
  return view;
}
