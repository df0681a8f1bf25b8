import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  fieldsHidden,
  IfMatch,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
  Writes,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  changePending,
  changeUnsettled,
  ChangeSubscription,
  frequencyMismatch,
  itemCurrencyMismatch,
  noChangePending,
  planNotOffered,
  PreviewChange,
  previewStale,
  subscriptionNotActive,
  WithdrawChange,
  type SubscriptionId,
} from '@quittance/sales/host';
import { taxCodeUnknown } from '@quittance/tax/host';
import { itemDrafts } from './item-drafts.js';
import {
  ChangePreviewDto,
  ChangeSubscriptionDto,
  PreviewChangeDto,
  SubscriptionDto,
} from './subscription.dto.js';

/** What may be wrong with items. */
export const ITEM_PROBLEMS = [
  planNotOffered,
  frequencyMismatch,
  itemCurrencyMismatch,
  taxCodeUnknown,
  validationFailed,
] as const;

const RESOURCE = 'subscriptions';

/** What changes the items of a subscription. */
@ApiTags('Subscriptions')
@Resource(RESOURCE)
@Controller('subscriptions')
export class SubscriptionChangesController {
  constructor(
    private readonly previewChange: PreviewChange,
    private readonly changeSubscription: ChangeSubscription,
    private readonly withdrawChange: WithdrawChange,
  ) {}

  @Post(':id/preview-change')
  @Weighs('discountAmount')
  @Answers(ChangePreviewDto)
  @Problems(notFound, subscriptionNotActive, changePending, changeUnsettled, ...ITEM_PROBLEMS)
  @ApiOperation({ summary: 'What other items would cost, and from when' })
  preview(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() body: PreviewChangeDto,
  ): Promise<ChangePreviewDto> {
    return this.previewChange.execute(ctx, id, { ...body, items: itemDrafts(body.items) });
  }

  @Post(':id/change')
  @Weighs('discountAmount')
  @HttpCode(200)
  @ApiExtraModels(SubscriptionDto, ChangePreviewDto)
  @ApiResponse({
    status: 200,
    description: 'The subscription as it is; with `preview` what the change would cost.',
    schema: {
      oneOf: [{ $ref: getSchemaPath(SubscriptionDto) }, { $ref: getSchemaPath(ChangePreviewDto) }],
    },
  })
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    changePending,
    changeUnsettled,
    previewStale,
    ...ITEM_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Give a subscription other items',
    description:
      'What costs more holds at once, what costs less with the next period, unless told. Of a ' +
      'period that is billed, what is left of the old price is given back and the new one asked: ' +
      'a draft invoice, or a credit note on the invoice of the period. All items are sent; one ' +
      'that is not among them ends. It takes the place of a change that is planned. On a later ' +
      'day of a period that is billed it is settled with that day, as it would be by a change ' +
      'made on it.',
  })
  change(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() { preview, ...body }: ChangeSubscriptionDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto | ChangePreviewDto> {
    const items = itemDrafts(body.items);
    if (preview === true) {
      if (sight.hides(ctx.permissions, RESOURCE)) throw fieldsHidden({ resource: RESOURCE });
      return this.previewChange.execute(ctx, id, { ...body, items });
    }
    return this.changeSubscription.execute(ctx, { ...body, items, id, expectedVersion });
  }

  @Delete(':id/change')
  @Writes('items')
  @Answers(SubscriptionDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    subscriptionNotActive,
    noChangePending,
    changePending,
  )
  @ApiOperation({ summary: 'Take back a change that is planned' })
  withdraw(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<SubscriptionDto> {
    return this.withdrawChange.execute(ctx, { id, expectedVersion });
  }
}
