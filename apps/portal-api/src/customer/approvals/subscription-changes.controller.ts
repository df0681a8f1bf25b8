import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { quantityBelowMinimum, quantityStep } from '@quittance/catalog/host';
import { creditHoldHard } from '@quittance/credit';
import {
  Answers,
  AnswersEach,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import { seenOf, type PortalCtx, type Says } from '@quittance/portal';
import {
  approvalPending,
  ChangeCustomerPlan,
  approvalsAskedTooOften,
  noApproverAvailable,
  previewToken,
  ResumeCustomerSubscription,
  type ChangedByCustomer,
  type ResumedByCustomer,
} from '@quittance/portal/host';
import { CustomerAgreements, type SubscriptionId } from '@quittance/sales';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  CancelSubscription,
  changePending,
  changeUnsettled,
  frequencyMismatch,
  itemCurrencyMismatch,
  pauseNotOffered,
  PauseSubscription,
  planNotOffered,
  previewStale,
  subscriptionCancelled,
  subscriptionNotActive,
  type CustomerPlan,
} from '@quittance/sales/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { CustomerSubscriptionDto } from '../sales/subscription.dto.js';
import { portalSubscriptions, SUBSCRIPTION } from '../shown/subscriptions.js';
import {
  CancelSubscriptionDto,
  ChangedPlanDto,
  ChangePlanDto,
  CustomerPlanDto,
  PauseSubscriptionDto,
  PlanPreviewDto,
  PreviewPlanDto,
  ResumedSubscriptionDto,
} from './committed.dto.js';

const PLAN: Says<CustomerPlan> = {
  id: 'plain',
  name: 'plain',
  description: 'plain',
  productId: 'plain',
  frequency: 'plain',
  unitPrice: 'price',
  currency: 'price',
};

const CHANGED = { outcome: 'plain', approvalId: 'plain', subscription: SUBSCRIPTION } as const;

/** What a customer changes of what they are subscribed to. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/subscriptions`)
export class SubscriptionChangesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly agreements: CustomerAgreements,
    private readonly changing: ChangeCustomerPlan,
    private readonly cancelling: CancelSubscription,
    private readonly pausing: PauseSubscription,
    private readonly resuming: ResumeCustomerSubscription,
  ) {}

  @Get(':id/plans')
  @AnswersEach(CustomerPlanDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The plans to which items of a subscription may change' })
  async plans(@PortalCaller() ctx: PortalCtx, @PathId('id') id: SubscriptionId) {
    const within = await this.records.within(ctx, portalSubscriptions, id);
    const plans = await this.agreements.changes.plans(within, id);
    return plans.map((plan) => seenOf(PLAN, plan, ctx.portal.rights));
  }

  @PortalRoute({ directory: 'customer', rights: ['seePricing'] })
  @Post(':id/preview-change')
  @HttpCode(200)
  @Answers(PlanPreviewDto)
  @Problems(
    notFound,
    subscriptionNotActive,
    planNotOffered,
    frequencyMismatch,
    itemCurrencyMismatch,
    quantityBelowMinimum,
    quantityStep,
    changePending,
    changeUnsettled,
    validationFailed,
  )
  @ApiOperation({ summary: 'What another plan or quantity would cost; changes nothing' })
  async preview(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: SubscriptionId,
    @Body() asked: PreviewPlanDto,
  ) {
    const within = await this.records.within(ctx, portalSubscriptions, id);
    const ask = asked as Parameters<CustomerAgreements['changes']['preview']>[2];
    const told = await this.agreements.changes.preview(within, id, ask);
    const { previewHash, items: _, ...preview } = told;
    return { ...preview, previewToken: previewToken({ ...ask, previewHash }) };
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders'] })
  @Post(':id/change-plan')
  @HttpCode(200)
  @Answers(ChangedPlanDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    previewStale,
    subscriptionNotActive,
    planNotOffered,
    quantityBelowMinimum,
    quantityStep,
    changePending,
    changeUnsettled,
    noApproverAvailable,
    approvalsAskedTooOften,
    approvalPending,
    creditHoldHard,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Change the plan as it was previewed',
    description:
      'What a period costs more, tax included, counts against the limit of the caller; above it ' +
      'the change waits for somebody who may approve it. Nothing costs more while a hard hold is ' +
      'placed.',
  })
  change(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: SubscriptionId,
    @Body() { previewToken: token }: ChangePlanDto,
  ) {
    const { portalUserId } = ctx.portal;
    const says: Says<ChangedByCustomer> = CHANGED;
    return this.records.one(ctx, portalSubscriptions, id, says, (within) =>
      this.changing.execute(within, portalUserId, id, token),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders'] })
  @Post(':id/cancel')
  @HttpCode(200)
  @Answers(CustomerSubscriptionDto)
  @Problems(recordAwaitsApproval, notFound, subscriptionNotActive, validationFailed)
  @ApiOperation({ summary: 'End a subscription with its period' })
  cancel(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: SubscriptionId,
    @Body() { reason }: CancelSubscriptionDto,
  ) {
    const at = 'period_end';
    const ask = { id, expectedVersion: null, at, reason, byCustomer: true } as const;
    return this.records.one(ctx, portalSubscriptions, id, SUBSCRIPTION, (within) =>
      this.cancelling.execute(within, ask),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders'] })
  @Post(':id/pause')
  @HttpCode(200)
  @Answers(CustomerSubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    subscriptionNotActive,
    pauseNotOffered,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Let a subscription stand still',
    description:
      'Where all its plans let customers do so; what is paid for already is not given back.',
  })
  pause(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: SubscriptionId,
    @Body() { from, resumeOn, reason }: PauseSubscriptionDto,
  ) {
    const at = { ...(from && { from }), ...(resumeOn && { resumeOn }) };
    const ask = { id, expectedVersion: null, reason, byCustomer: true, ...at } as const;
    return this.records.one(ctx, portalSubscriptions, id, SUBSCRIPTION, (within) =>
      this.pausing.execute(within, ask),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders'] })
  @Post(':id/resume')
  @HttpCode(200)
  @Answers(ResumedSubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    subscriptionNotActive,
    subscriptionCancelled,
    pauseNotOffered,
    noApproverAvailable,
    approvalsAskedTooOften,
    approvalPending,
    creditHoldHard,
  )
  @ApiOperation({
    summary: 'Take back that it ends, until it has, or else that it stands still',
    description:
      'What a period behind that day comes to, tax included, counts against the limit of the ' +
      'caller; above it that waits for somebody who may approve it.',
  })
  resume(@PortalCaller() ctx: PortalCtx, @PathId('id') id: SubscriptionId) {
    const { portalUserId } = ctx.portal;
    const says: Says<ResumedByCustomer> = CHANGED;
    return this.records.one(ctx, portalSubscriptions, id, says, (within) =>
      this.resuming.execute(within, portalUserId, id),
    );
  }
}
