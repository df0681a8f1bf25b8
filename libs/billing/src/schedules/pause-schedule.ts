import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, ScheduleId } from '@quittance/kernel';
import { announceScheduleChange, lockToChange } from './change-schedule.js';
import { pause } from './schedule.js';
import { updateSchedule } from './schedule.repository.js';
import type { ScheduleView } from './schedule.view.js';

/** Stops a schedule from billing until it is activated again. */
@Injectable()
export class PauseSchedule {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, schedule_status_conflict */
  execute(ctx: Ctx, id: ScheduleId): Promise<ScheduleView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockToChange(tx, id);
      const status = pause(before.schedule);
      const schedule = await updateSchedule(tx, before.schedule, { status });
      const after = { schedule, lines: before.lines };
      return announceScheduleChange(tx, 'schedule.paused', 'schedule.paused', before, after);
    });
  }
}
