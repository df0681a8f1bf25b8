import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { currencyNotEnabled } from '@quittance/company';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  frequencyMismatch,
  itemCurrencyMismatch,
  planNotOffered,
  ReactivateSubscription,
  ResumeSubscription,
  subscriptionNotActive,
  subscriptionSucceeded,
  SuspendSubscription,
  type SubscriptionId,
} from '@quittance/sales/host';
import {
  ReactivateSubscriptionDto,
  ReasonDto,
  ResumeSubscriptionDto,
  SubscriptionDto,
} from './subscription.dto.js';

/** What stops a subscription and brings it back. */
@ApiTags('Subscriptions')
@Resource('subscriptions')
@Controller('subscriptions/:id')
export class SubscriptionStandstillController {
  constructor(
    private readonly suspendSubscription: SuspendSubscription,
    private readonly resumeSubscription: ResumeSubscription,
    private readonly reactivateSubscription: ReactivateSubscription,
  ) {}

  @Post('suspend')
  @Answers(SubscriptionDto)
  @Problems(recordAwaitsApproval, notFound, preconditionFailed, subscriptionNotActive)
  @ApiOperation({ summary: 'Stop the service of a debtor' })
  suspend(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: ReasonDto,
  ): Promise<SubscriptionDto> {
    return this.suspendSubscription.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('resume')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Let a subscription that stood still go on, or take back a pause to come',
  })
  resume(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: ResumeSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return this.resumeSubscription.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('reactivate')
  @Answers(SubscriptionDto, 201)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    subscriptionSucceeded,
    planNotOffered,
    frequencyMismatch,
    itemCurrencyMismatch,
    currencyNotEnabled,
    validationFailed,
  )
  @ApiOperation({ summary: 'Subscribe anew to what had ended, from today on' })
  reactivate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: ReactivateSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return this.reactivateSubscription.execute(ctx, { ...body, id, expectedVersion });
  }
}
