import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { colleaguesNotManaged, referenceNotFound, SaveApprovalRules } from '@quittance/portal/host';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { ApprovalRulesDto, ApprovalRulesQuery, SaveApprovalRulesDto } from './approval.dto.js';

/** Who has to approve what, as the Admins of a customer say. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['seePricing'], admin: true, reach: 'account' })
@Controller(`${CUSTOMER}/approval-rules`)
export class CustomerApprovalRulesController {
  constructor(private readonly saving: SaveApprovalRules) {}

  @Get()
  @Answers(ApprovalRulesDto)
  @Problems(referenceNotFound)
  @ApiOperation({ summary: 'The rules of approval of an account' })
  find(@PortalCaller() ctx: PortalCtx, @Query() { accountId }: ApprovalRulesQuery) {
    return this.saving.find(ctx, accountId);
  }

  @Put()
  @Answers(ApprovalRulesDto)
  @Problems(referenceNotFound, colleaguesNotManaged, validationFailed)
  @ApiOperation({
    summary: 'Put other rules of approval in place of all there are',
    description: 'The highest that the total is above holds; without one it takes one of anybody.',
  })
  save(@PortalCaller() ctx: PortalCtx, @Body() { accountId, rules }: SaveApprovalRulesDto) {
    return this.saving.execute(ctx, accountId, rules);
  }
}
