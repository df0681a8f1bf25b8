import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
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
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import type { SubscriptionId } from '@quittance/sales';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalSubscriptions, READ_SUBSCRIPTION, readBilled } from '../shown/subscriptions.js';
import { BilledSubscriptionDto, BilledSubscriptionHeadDto } from './subscription.dto.js';

/** What a customer is subscribed to. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/subscriptions`)
export class CustomerSubscriptionsController {
  constructor(private readonly records: CustomerRecords) {}

  @Get()
  @AnswersList(BilledSubscriptionHeadDto, documentedList(portalSubscriptions))
  @ApiOperation({ summary: 'List the subscriptions' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalSubscriptions, call);
  }

  @Get(':id')
  @Answers(BilledSubscriptionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One subscription with its items and its period of today' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: SubscriptionId) {
    return this.records.readOne(ctx, portalSubscriptions, id, READ_SUBSCRIPTION, (tx) =>
      readBilled(tx, id, ctx.portal.rights),
    );
  }
}
