import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CompleteWork, workStatusConflict } from '@quittance/crm/host';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import type { RecordId, RecordView } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { recordDtoOf } from './record-answers.js';

@ApiTags('Activities')
@Resource('activities')
@Controller('activities/:id')
export class ActivitiesController {
  constructor(private readonly completeWork: CompleteWork) {}

  @Post('complete')
  @Answers(recordDtoOf('activity'))
  @Problems(workStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Say that an activity is done' })
  complete(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.completeWork.execute(ctx, { object: 'activity', id, expectedVersion });
  }
}

@ApiTags('Tasks')
@Resource('tasks')
@Controller('tasks/:id')
export class TasksController {
  constructor(private readonly completeWork: CompleteWork) {}

  @Post('complete')
  @Answers(recordDtoOf('task'))
  @Problems(workStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Say that a task is done' })
  complete(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.completeWork.execute(ctx, { object: 'task', id, expectedVersion });
  }
}
