import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PreviewSubscription } from '@quittance/billing/host';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { accountNotActive } from '@quittance/receivables';
import { invoiceTotalNegative } from '@quittance/receivables/host';
import type { SubscriptionId } from '@quittance/sales';
import { noOpenPeriod, ReadUsage } from '@quittance/sales/host';
import { taxCodeUnknown } from '@quittance/tax/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { COMING, USAGE } from '../shown/subscription-bills.js';
import { portalSubscriptions } from '../shown/subscriptions.js';
import {
  BillingPreviewDto,
  BillingPreviewQueryDto,
  CustomerUsageDto,
  CustomerUsageQueryDto,
} from './subscription-usage.dto.js';

const USUAL_PREVIEW = 3;

/** What a customer has used of what they are subscribed to, and what it will cost. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/subscriptions`)
export class CustomerUsageController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly readUsage: ReadUsage,
    private readonly previewSubscription: PreviewSubscription,
  ) {}

  @Get(':id/usage')
  @Answers(CustomerUsageDto)
  @Problems(notFound, noOpenPeriod, validationFailed)
  @ApiOperation({ summary: 'The usage of a period, rated so far' })
  usage(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: SubscriptionId,
    @Query() { on }: CustomerUsageQueryDto,
  ) {
    return this.records.one(ctx, portalSubscriptions, id, USAGE, (within) =>
      this.readUsage.execute(within, id, on),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['seePricing'] })
  @Get(':id/billing-preview')
  @Answers(BillingPreviewDto)
  @Problems(notFound, accountNotActive, invoiceTotalNegative, taxCodeUnknown, validationFailed)
  @ApiOperation({ summary: 'The invoices of a subscription that come next' })
  preview(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: SubscriptionId,
    @Query() { count = USUAL_PREVIEW }: BillingPreviewQueryDto,
  ) {
    return this.records.one(ctx, portalSubscriptions, id, COMING, (within) =>
      this.previewSubscription.execute(within, id, count),
    );
  }
}
