import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, ScheduleId } from '@quittance/kernel';
import { readToday } from '@quittance/company';
import { announceScheduleChange, lockToChange } from './change-schedule.js';
import { activate } from './schedule.js';
import { updateSchedule } from './schedule.repository.js';
import type { ScheduleView } from './schedule.view.js';

/** Lets a draft begin to bill, or a paused schedule go on. */
@Injectable()
export class ActivateSchedule {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, schedule_status_conflict, schedule_already_billed,
   *   schedule_has_no_lines, schedule_ended
   */
  execute(ctx: Ctx, id: ScheduleId, { backfill = false }: { backfill?: boolean }) {
    return this.db.write(ctx, async (tx): Promise<ScheduleView> => {
      const [before, today] = await tx.locked(() => lockToChange(tx, id), readToday);
      const position = activate(before.schedule, before.lines.length, today, backfill);
      const schedule = await updateSchedule(tx, before.schedule, position);
      const after = { schedule, lines: before.lines };
      return announceScheduleChange(tx, 'schedule.activated', 'schedule.activated', before, after);
    });
  }
}
