import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  ActivateSubscription,
  cancelInPast,
  CancelSubscription,
  creditNeedsApproval,
  ExtendTrial,
  KeepSubscription,
  noOpenPeriod,
  PauseSubscription,
  subscriptionCancelled,
  subscriptionNotActive,
  type SubscriptionId,
} from '@quittance/sales/host';
import {
  ActivateSubscriptionDto,
  CancelSubscriptionDto,
  ExtendTrialDto,
  PauseSubscriptionDto,
  SubscriptionDto,
} from './subscription.dto.js';

/** What begins and ends a subscription. */
@ApiTags('Subscriptions')
@Resource('subscriptions')
@Controller('subscriptions/:id')
export class SubscriptionStatesController {
  constructor(
    private readonly activateSubscription: ActivateSubscription,
    private readonly extendTrial: ExtendTrial,
    private readonly pauseSubscription: PauseSubscription,
    private readonly cancelSubscription: CancelSubscription,
    private readonly keepSubscription: KeepSubscription,
  ) {}

  @Post('activate')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    validationFailed,
  )
  @ApiOperation({ summary: 'Begin, end a trial early, or take a debtor back' })
  activate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: ActivateSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return this.activateSubscription.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('extend-trial')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    validationFailed,
  )
  @ApiOperation({ summary: 'Move the end of a trial to a later day' })
  extend(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() body: ExtendTrialDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto> {
    return this.extendTrial.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('pause')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    noOpenPeriod,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Let a subscription stand still, from today or a later day',
    description:
      'Takes the place of a pause that was planned, whole: what is absent is as without one. ' +
      '`pauseOn`, `resumeOn` and `pauseCredit` of the answer say what is planned now.',
  })
  pause(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: PauseSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return this.pauseSubscription.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('cancel')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    cancelInPast,
    noOpenPeriod,
    creditNeedsApproval,
    validationFailed,
  )
  @ApiOperation({ summary: 'End a subscription: now, with its period, or on a day' })
  cancel(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
    @Body() body?: CancelSubscriptionDto,
  ): Promise<SubscriptionDto> {
    return this.cancelSubscription.execute(ctx, { ...body, id, expectedVersion });
  }

  @Post('keep')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    subscriptionCancelled,
  )
  @ApiOperation({ summary: 'Take back a cancellation whose day has not come' })
  keep(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto> {
    return this.keepSubscription.execute(ctx, { id, expectedVersion });
  }
}
