import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, ScheduleId } from '@quittance/kernel';
import { markLineBillable } from './mark-line-billable.js';
import type { ScheduleLineId } from './schedule.js';
import type { ScheduleView } from './schedule.view.js';

/** Notes that the milestone of a line is reached: the next invoice of the schedule bills it. */
@Injectable()
export class ReachMilestone {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, schedule_line_conflict, schedule_not_editable */
  execute(ctx: Ctx, scheduleId: ScheduleId, lineId: ScheduleLineId): Promise<ScheduleView> {
    return this.db.write(ctx, (tx) => markLineBillable(tx, scheduleId, lineId, 'reached'));
  }
}
