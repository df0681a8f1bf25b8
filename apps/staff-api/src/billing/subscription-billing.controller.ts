import { taxCodeUnknown } from '@quittance/tax/host';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PreviewSubscription } from '@quittance/billing/host';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type Id } from '@quittance/kernel';
import { accountNotActive } from '@quittance/receivables';
import { invoiceTotalNegative } from '@quittance/receivables/host';
import { SubscriptionPreviewDto, SubscriptionPreviewQueryDto } from './billing-run-preview.dto.js';

const USUAL_PREVIEW = 3;

/** What subscriptions are billed for. */
@ApiTags('Subscriptions')
@Resource('subscriptions')
@Controller('subscriptions')
export class SubscriptionBillingController {
  constructor(private readonly previewSubscription: PreviewSubscription) {}

  @Get(':id/preview')
  @Answers(SubscriptionPreviewDto)
  @Problems(notFound, accountNotActive, invoiceTotalNegative, taxCodeUnknown, validationFailed)
  @ApiOperation({ summary: 'The invoices of a subscription that come next' })
  preview(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: Id<'subscription'>,
    @Query() { count = USUAL_PREVIEW }: SubscriptionPreviewQueryDto,
  ): Promise<SubscriptionPreviewDto> {
    return this.previewSubscription.execute(ctx, id, count);
  }
}
