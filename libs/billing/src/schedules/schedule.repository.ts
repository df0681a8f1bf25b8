import { sql, type Tx } from '@quittance/database';
import { notFound, type ScheduleId } from '@quittance/kernel';
import type { SchedulePosition } from './schedule.js';
import { scheduleNoun, type StoredSchedule } from './schedule.description.js';
import { scheduleLineNoun, type StoredScheduleLine } from './schedule-line.description.js';

/** The columns and set inserts of schedules and their lines. */
export const schedules = scheduleNoun.rows;
export const scheduleLines = scheduleLineNoun.rows;

export type { StoredSchedule, StoredScheduleLine };

const FIND_SCHEDULE = `
  select ${schedules.select('s')} from billing.schedule s where s.company_id = $1 and s.id = $2`;
const READ_SCHEDULE = sql(FIND_SCHEDULE);
const LOCK_SCHEDULE = sql(`${FIND_SCHEDULE} for no key update`);

/** In document order, by prefix of the primary key. */
const LINES_OF_SCHEDULE = sql(`
  select ${scheduleLines.select('l')} from billing.schedule_line l
  where l.company_id = $1 and l.schedule_id = $2 order by l.position`);

const DELETE_LINES = sql(
  `delete from billing.schedule_line where company_id = $1 and schedule_id = $2`,
);

/** @throws DomainError not_found */
async function oneSchedule(tx: Tx, id: ScheduleId, lock: boolean): Promise<StoredSchedule> {
  const statement = lock ? LOCK_SCHEDULE : READ_SCHEDULE;
  const found = await tx.maybe<StoredSchedule>(statement, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'billing schedule' });
  return found;
}

/** @throws DomainError not_found */
export function readSchedule(tx: Tx, id: ScheduleId): Promise<StoredSchedule> {
  return oneSchedule(tx, id, false);
}

/** Waits for a billing run that is just billing it. @throws DomainError not_found */
export function lockSchedule(tx: Tx, id: ScheduleId): Promise<StoredSchedule> {
  return oneSchedule(tx, id, true);
}

export function linesOfSchedule(tx: Tx, id: ScheduleId): Promise<StoredScheduleLine[]> {
  return tx.rows<StoredScheduleLine>(LINES_OF_SCHEDULE, [tx.ctx.companyId, id]);
}

/** Writes what changed on a locked schedule, and its next version. Answers the schedule after. */
export async function updateSchedule(
  tx: Tx,
  schedule: StoredSchedule,
  patch: Partial<StoredSchedule> | SchedulePosition,
): Promise<StoredSchedule> {
  const changed = { ...patch, version: schedule.version + 1, updatedAt: tx.ctx.now };
  await schedules.update(tx, { id: schedule.id }, changed);
  return { ...schedule, ...changed };
}

/** Only a draft's lines are replaced: nothing refers to them yet. */
export async function replaceScheduleLines(
  tx: Tx,
  id: ScheduleId,
  lines: readonly StoredScheduleLine[],
): Promise<void> {
  await tx.run(DELETE_LINES, [tx.ctx.companyId, id]);
  await scheduleLines.insert(tx, lines);
}
