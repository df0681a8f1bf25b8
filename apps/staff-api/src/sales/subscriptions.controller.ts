import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { currencyNotEnabled } from '@quittance/company';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  amendmentList,
  amendmentsOf,
  CreateSubscription,
  contractNotActive,
  outsideContractTerm,
  externalKeyTaken,
  findSubscription,
  subscriptionList,
  trialAlreadyUsed,
  UpdateSubscription,
  type SubscriptionId,
} from '@quittance/sales/host';
import { itemDrafts } from './item-drafts.js';
import { ITEM_PROBLEMS } from './subscription-changes.controller.js';
import {
  AmendmentDto,
  CreateSubscriptionDto,
  SubscriptionDto,
  SubscriptionHeadDto,
  UpdateSubscriptionDto,
} from './subscription.dto.js';

/** Subscriptions: making and reading them. */
@ApiTags('Subscriptions')
@Resource('subscriptions')
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createSubscription: CreateSubscription,
    private readonly updateSubscription: UpdateSubscription,
  ) {}

  @Get()
  @AnswersList(SubscriptionHeadDto, subscriptionList)
  @ApiOperation({ summary: 'List subscriptions' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, subscriptionList, call);
  }

  @Post()
  @Weighs('discountAmount')
  @Answers(SubscriptionDto, 201)
  @Problems(
    currencyNotEnabled,
    contractNotActive,
    outsideContractTerm,
    trialAlreadyUsed,
    externalKeyTaken,
    ...ITEM_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Subscribe an account to plans',
    description:
      'Billing runs make its invoices: of each period in advance or when it is over, with what ' +
      'was used. It has a billing schedule of its own, which follows it.',
  })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateSubscriptionDto): Promise<SubscriptionDto> {
    return this.createSubscription.execute(ctx, { ...body, items: itemDrafts(body.items) });
  }

  @Get(':id')
  @Answers(SubscriptionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One subscription with its items' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: SubscriptionId): Promise<SubscriptionDto> {
    return this.db.read(ctx, (tx) => findSubscription(tx, id));
  }

  @Patch(':id')
  @Answers(SubscriptionDto)
  @Problems(recordAwaitsApproval, notFound, preconditionFailed, externalKeyTaken)
  @ApiOperation({ summary: 'Change what is said of a subscription and billed by nothing' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() body: UpdateSubscriptionDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto> {
    return this.updateSubscription.execute(ctx, { id, expectedVersion }, body);
  }

  @Get(':id/amendments')
  @AnswersList(AmendmentDto, amendmentList)
  @Problems(notFound)
  @ApiOperation({ summary: 'The history of a subscription' })
  async history(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => findSubscription(tx, id));
    return this.lists.answer(ctx, amendmentList, call, amendmentsOf(id));
  }
}
