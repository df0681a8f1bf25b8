import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { caseStatusConflict, MoveCase, type CaseMove } from '@quittance/crm/host';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import type { RecordId, RecordView } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { ResolveCaseDto } from './case.dto.js';
import { recordDtoOf } from './record-answers.js';

const CaseDto = recordDtoOf('case');

/** What moves a case from one status to another. */
@ApiTags('Cases')
@Resource('cases')
@Controller('cases/:id')
export class CasesController {
  constructor(private readonly moveCase: MoveCase) {}

  @Post('open')
  @Answers(CaseDto)
  @Problems(caseStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Take up a case, or go on with one that waited' })
  open(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.move(ctx, { id, expectedVersion, operation: 'open' });
  }

  @Post('wait')
  @Answers(CaseDto)
  @Problems(caseStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Wait for the customer: the service times stand still' })
  wait(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.move(ctx, { id, expectedVersion, operation: 'wait' });
  }

  @Post('resolve')
  @Answers(CaseDto)
  @Problems(caseStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Say that a case is solved' })
  resolve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: ResolveCaseDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.move(ctx, { id, expectedVersion, operation: 'resolve', ...body });
  }

  @Post('reopen')
  @Answers(CaseDto)
  @Problems(caseStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Go on with a case that was solved or closed' })
  reopen(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.move(ctx, { id, expectedVersion, operation: 'reopen' });
  }

  @Post('close')
  @Answers(CaseDto)
  @Problems(caseStatusConflict, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Close a case that is solved' })
  close(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.move(ctx, { id, expectedVersion, operation: 'close' });
  }

  private move(ctx: Ctx, move: CaseMove): Promise<RecordView> {
    return this.moveCase.execute(ctx, move);
  }
}
