import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  approvalList,
  approvalsAt,
  readApprovalDetail,
  type ApprovalId,
} from '@quittance/portal/host';
import { PortalApprovalDto, PortalApprovalHeadDto } from './portal-approval.dto.js';

/** What users of customers wanted above their limits; their colleagues decide, staff look on. */
@ApiTags('Portal users')
@Resource('portal-users')
@Controller('portal-approvals')
export class PortalApprovalsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
  ) {}

  @Get()
  @AnswersList(PortalApprovalHeadDto, approvalList)
  @ApiOperation({ summary: 'List what waits, or waited, for approval of a customer' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, approvalsAt(ctx.now), call);
  }

  @Get(':id')
  @Answers(PortalApprovalDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One approval with who has signed' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: ApprovalId) {
    return this.db.read(ctx, (tx) => readApprovalDetail(tx, id));
  }
}
