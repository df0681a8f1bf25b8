import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  BodyOf,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import {
  recordApprovalList,
  approvalsSeenBy,
  approvalWithoutApprover,
  approvedRecordGone,
  DecideApproval,
  recordApprovalNotTheirs,
  recordApprovalNotWaiting,
  ShownApprovals,
  type RecordApproval,
  type RecordApprovalId,
} from '@quittance/rules/host';
import { ApprovalNoteDto, ApprovalReasonDto, RecordApprovalDto } from './record-approval.dto.js';

const DECIDED = [
  notFound,
  validationFailed,
  recordApprovalNotTheirs,
  recordApprovalNotWaiting,
] as const;

/**
 * What rules ask people: seen by who is asked, and by who reaches the record and has caused it or
 * may view workflows.
 */
@ApiTags('Workflows')
@SignedInOnly()
@Controller('record-approvals')
export class RecordApprovalsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly models: CompanyModels,
    private readonly shown: ShownApprovals,
    private readonly decideApproval: DecideApproval,
  ) {}

  @Get()
  @AnswersList(RecordApprovalDto, recordApprovalList)
  @ApiOperation({ summary: 'List approvals of records that one is asked or has caused' })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const { db, models } = this;
    const model = models.held(ctx) ?? (await db.read(ctx, (tx) => models.of(tx)));
    return this.lists.answer(ctx, this.shown.list, call, approvalsSeenBy(ctx, model));
  }

  @Get(':id')
  @Answers(RecordApprovalDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One approval of a record, with who has said what' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordApprovalId): Promise<RecordApproval> {
    return this.db.read(ctx, (tx) => this.shown.find(tx, id));
  }

  @Post(':id/approve')
  @Answers(RecordApprovalDto)
  @Problems(...DECIDED, approvalWithoutApprover, approvedRecordGone)
  @ApiOperation({
    summary: 'Approve a step',
    description: 'The next step is asked; behind the last one the record is free again.',
  })
  approve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordApprovalId,
    @BodyOf(ApprovalNoteDto) body: ApprovalNoteDto,
  ): Promise<RecordApproval> {
    return this.decideApproval.execute(ctx, id, 'approve', body.note ?? null);
  }

  @Post(':id/reject')
  @Answers(RecordApprovalDto)
  @Problems(...DECIDED, approvedRecordGone)
  @ApiOperation({ summary: 'Reject what is asked: the record is free again' })
  reject(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordApprovalId,
    @BodyOf(ApprovalReasonDto) { reason }: ApprovalReasonDto,
  ): Promise<RecordApproval> {
    return this.decideApproval.execute(ctx, id, 'reject', reason);
  }

  @Post(':id/recall')
  @Answers(RecordApprovalDto)
  @Problems(...DECIDED, rightBeyondOwn)
  @ApiOperation({
    summary: 'Take back what is asked',
    description:
      'By whoever has caused it, and by who may change workflows and the rule that asks, as far ' +
      'as they reach the record.',
  })
  recall(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordApprovalId,
    @BodyOf(ApprovalNoteDto) body: ApprovalNoteDto,
  ): Promise<RecordApproval> {
    return this.decideApproval.execute(ctx, id, 'recall', body.note ?? null);
  }
}
