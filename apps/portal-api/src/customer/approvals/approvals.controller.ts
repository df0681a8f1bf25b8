import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import {
  approvalDecided,
  approvalDetail,
  approvalExpired,
  approvalLimitExceeded,
  approvalNotTheirs,
  ApproveRequest,
  inBox,
  readApprovalDetail,
  RejectRequest,
  WithdrawRequest,
  type ApprovalId,
  type ToldApproval,
} from '@quittance/portal/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { ownApproval } from '@quittance/sales';
import { contentChanged, previewStale, quoteExpired, quoteSuperseded } from '@quittance/sales/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { APPROVAL, portalApprovals, portalApprovalsAt } from '../shown/approvals.js';
import {
  ApprovalBoxQuery,
  ApproveDto,
  CustomerApprovalDto,
  CustomerApprovalHeadDto,
  RejectApprovalDto,
  WithdrawApprovalDto,
} from './approval.dto.js';

/** What waits for somebody of the customer because it is above the limit of who asked. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/approvals`)
export class CustomerApprovalsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly approving: ApproveRequest,
    private readonly rejecting: RejectRequest,
    private readonly withdrawing: WithdrawRequest,
  ) {}

  @Get()
  @AnswersList(CustomerApprovalHeadDto, documentedList(portalApprovals))
  @ApiOperation({ summary: 'List the approvals that the user asked for, decides or manages' })
  async list(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('box') call: ListCall,
    @Query() { box = 'all' }: ApprovalBoxQuery,
  ) {
    const scope = await this.records.scope(ctx);
    const narrowing = inBox(box, scope, ctx.now);
    return this.records.list(ctx, portalApprovalsAt(ctx.now), call, narrowing);
  }

  @Get(':id')
  @Answers(CustomerApprovalDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One approval with who has signed' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: ApprovalId) {
    return this.records.readOne(ctx, portalApprovals, id, APPROVAL, (tx) =>
      readApprovalDetail(tx, id),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['approveQuotes'] })
  @Post(':id/approve')
  @HttpCode(200)
  @Answers(CustomerApprovalDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    ownApproval,
    approvalNotTheirs,
    approvalDecided,
    approvalExpired,
    approvalLimitExceeded,
    preconditionFailed,
    creditCheckFailed,
    creditHoldHard,
    quoteExpired,
    quoteSuperseded,
    contentChanged,
    previewStale,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Approve what somebody has asked for',
    description: 'The last signature that it needs is charged to its limit and has it carried out.',
  })
  approve(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: ApprovalId,
    @Body() { version, note = null, signature = null }: ApproveDto,
  ) {
    return this.decide(ctx, id, (within) =>
      this.approving.execute(within, ctx.portal, id, { version, note, signature }),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['approveQuotes'] })
  @Post(':id/reject')
  @HttpCode(200)
  @Answers(CustomerApprovalDto)
  @Problems(
    notFound,
    ownApproval,
    approvalNotTheirs,
    approvalDecided,
    approvalExpired,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Say no to what somebody has asked for: that ends it' })
  reject(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: ApprovalId,
    @Body() said: RejectApprovalDto,
  ) {
    return this.decide(ctx, id, (within) => this.rejecting.execute(within, ctx.portal, id, said));
  }

  @Post(':id/withdraw')
  @HttpCode(200)
  @Answers(CustomerApprovalDto)
  @Problems(
    notFound,
    approvalNotTheirs,
    approvalDecided,
    approvalExpired,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Take back what the caller has asked for' })
  withdraw(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: ApprovalId,
    @Body() { version, reason = null }: WithdrawApprovalDto,
  ) {
    return this.decide(ctx, id, (within) =>
      this.withdrawing.execute(within, ctx.portal, id, { version, reason }),
    );
  }

  /** What somebody does about a request in reach, and the request as it is behind that. */
  private async decide(
    ctx: PortalCtx,
    id: ApprovalId,
    work: (within: Ctx) => Promise<ToldApproval>,
  ) {
    return this.records.one(ctx, portalApprovals, id, APPROVAL, async (within) => {
      const approval = await work(within);
      return this.records.read(ctx, (tx) => approvalDetail(tx, approval));
    });
  }
}
