import type { ListDefinition } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import { nounList } from '@quittance/nouns';
import { scheduleNoun } from './schedule.description.js';
import { linesOfSchedule, readSchedule, type StoredSchedule } from './schedule.repository.js';
import {
  scheduleHead,
  scheduleView,
  type ScheduleHead,
  type ScheduleView,
} from './schedule.view.js';

/** Newest first by `schedule_created_index`. */
export const scheduleList: ListDefinition<StoredSchedule, ScheduleHead> = nounList(
  scheduleNoun,
  scheduleHead,
);

/** @throws DomainError not_found */
export async function findSchedule(tx: Tx, id: ScheduleId): Promise<ScheduleView> {
  const [schedule, lines] = await Promise.all([readSchedule(tx, id), linesOfSchedule(tx, id)]);
  return scheduleView(schedule, lines);
}
