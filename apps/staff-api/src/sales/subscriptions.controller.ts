import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
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
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  amendmentList,
  amendmentsOf,
  changePending,
  ChangeSubscription,
  CreateSubscription,
  externalKeyTaken,
  findSubscription,
  frequencyMismatch,
  itemCurrencyMismatch,
  noChangePending,
  planNotOffered,
  PreviewChange,
  previewStale,
  subscriptionList,
  subscriptionNotActive,
  subscriptionScope,
  trialAlreadyUsed,
  WithdrawChange,
  type SubscriptionId,
} from '@quittance/sales/host';
import {
  AmendmentDto,
  ChangePreviewDto,
  ChangeSubscriptionDto,
  CreateSubscriptionDto,
  PreviewChangeDto,
  SubscriptionDto,
  SubscriptionHeadDto,
} from './subscription.dto.js';

const ITEM_PROBLEMS = [
  planNotOffered,
  frequencyMismatch,
  itemCurrencyMismatch,
  validationFailed,
] as const;

/** Subscriptions: making, reading and changing their items. */
@ApiTags('Subscriptions')
@Resource('subscriptions')
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createSubscription: CreateSubscription,
    private readonly previewChange: PreviewChange,
    private readonly changeSubscription: ChangeSubscription,
    private readonly withdrawChange: WithdrawChange,
  ) {}

  @Get()
  @AnswersList(SubscriptionHeadDto, subscriptionList)
  @ApiOperation({ summary: 'List subscriptions' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, subscriptionList, call, subscriptionScope(ctx));
  }

  @Post()
  @Answers(SubscriptionDto, 201)
  @Problems(currencyNotEnabled, trialAlreadyUsed, externalKeyTaken, ...ITEM_PROBLEMS)
  @ApiOperation({ summary: 'Subscribe an account to plans' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateSubscriptionDto): Promise<SubscriptionDto> {
    return this.createSubscription.execute(ctx, body);
  }

  @Get(':id')
  @Answers(SubscriptionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One subscription with its items' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: SubscriptionId): Promise<SubscriptionDto> {
    return this.db.read(ctx, (tx) => findSubscription(tx, id));
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

  @Post(':id/preview-change')
  @Answers(ChangePreviewDto)
  @Problems(notFound, subscriptionNotActive, changePending, ...ITEM_PROBLEMS)
  @ApiOperation({ summary: 'What other items would cost, and from when' })
  preview(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() { items }: PreviewChangeDto,
  ): Promise<ChangePreviewDto> {
    return this.previewChange.execute(ctx, id, items);
  }

  @Post(':id/change')
  @Answers(SubscriptionDto)
  @Problems(
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    changePending,
    previewStale,
    ...ITEM_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Give a subscription other items',
    description:
      'At once before its start and on trial, else with the next period. All items are sent; ' +
      'one that is not among them ends. It takes the place of a change that is planned.',
  })
  change(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() body: ChangeSubscriptionDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto> {
    return this.changeSubscription.execute(ctx, { ...body, id, expectedVersion });
  }

  @Delete(':id/change')
  @Answers(SubscriptionDto)
  @Problems(notFound, preconditionFailed, subscriptionNotActive, noChangePending)
  @ApiOperation({ summary: 'Take back a change that is planned' })
  withdraw(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto> {
    return this.withdrawChange.execute(ctx, { id, expectedVersion });
  }
}
