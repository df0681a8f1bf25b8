import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { changeRecord, type RecordAsk } from '../change-record.js';
import { refuseCompletion, type TaskStatus } from './work.js';

export interface Completion extends RecordAsk {
  readonly object: 'activity' | 'task';
}

/** Says that an activity or a task is done. */
@Injectable()
export class CompleteWork {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, precondition_failed, work_status_conflict */
  execute(ctx: Ctx, { object, ...ask }: Completion): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const objects = await this.models.object(tx, object);
      return changeRecord(tx, objects, ask, ({ status }) => {
        refuseCompletion(status as TaskStatus);
        return { patch: { status: 'completed' }, told: `${object}.completed` };
      });
    });
  }
}
