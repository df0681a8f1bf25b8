import type { Tx } from '@quittance/database';
import { notFound, type ScheduleId } from '@quittance/kernel';
import { scheduleLineConflict, scheduleNotEditable } from '../billing.errors.js';
import { announceScheduleChange, lockToChange } from './change-schedule.js';
import type { ScheduleLineId } from './schedule.js';
import { scheduleLines, updateSchedule, type StoredScheduleLine } from './schedule.repository.js';
import type { ScheduleView } from './schedule.view.js';

/** A milestone is reached, a manual line released: each once. */
export type BillableCause = 'reached' | 'released';

const TRIGGER = { reached: 'milestone', released: 'manual' } as const;
const COLUMN = { reached: 'reachedAt', released: 'releasedAt' } as const;

/**
 * Marks a line as billable on the next invoice of its schedule.
 * @throws DomainError not_found, schedule_line_conflict, schedule_not_editable
 */
export async function markLineBillable(
  tx: Tx,
  scheduleId: ScheduleId,
  lineId: ScheduleLineId,
  cause: BillableCause,
): Promise<ScheduleView> {
  const before = await lockToChange(tx, scheduleId);
  const line = before.lines.find(({ id }) => id === lineId);
  if (!line) throw notFound({ object: 'line of the billing schedule' });
  refuseUnlessWaiting(line, cause);
  const { status } = before.schedule;
  if (status === 'cancelled' || status === 'completed') {
    throw scheduleNotEditable({ status, what: 'its lines' });
  }
  const mark = { [COLUMN[cause]]: tx.ctx.now };
  await scheduleLines.update(tx, { scheduleId, id: lineId }, mark);
  const schedule = await updateSchedule(tx, before.schedule, {});
  const lines = before.lines.map((each) => (each === line ? { ...each, ...mark } : each));
  const action = `schedule.line_${cause}`;
  return announceScheduleChange(tx, 'record.updated', action, before, { schedule, lines });
}

/** @throws DomainError schedule_line_conflict */
function refuseUnlessWaiting(line: StoredScheduleLine, operation: BillableCause): void {
  const { trigger } = line;
  const done = line[COLUMN[operation]] !== null;
  if (trigger === TRIGGER[operation] && !done) return;
  const state = line.billedInvoiceId ? 'billed' : done ? `already ${operation}` : 'waiting';
  throw scheduleLineConflict({ trigger, state, operation });
}
