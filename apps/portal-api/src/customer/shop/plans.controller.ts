import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnswersEach, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { accountInReach, seenOf, type PortalCtx, type Says } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { shownPlans, type ShownPlan } from '@quittance/sales/host';
import { pricingOf } from '@quittance/storefront/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { PlansQuery, ShownPlanDto } from './plan.dto.js';

const PLAN: Says<ShownPlan> = {
  id: 'plain',
  name: 'plain',
  description: 'plain',
  productId: 'plain',
  productName: 'plain',
  frequency: 'plain',
  timing: 'plain',
  trialDays: 'plain',
  metered: 'plain',
  unitPrice: 'price',
  currency: 'price',
};

/** What may be subscribed to. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/plans`)
export class CustomerPlansController {
  constructor(private readonly records: CustomerRecords) {}

  @Get()
  @AnswersEach(ShownPlanDto)
  @Problems(referenceNotFound)
  @ApiOperation({
    summary: 'List the plans of the catalogue',
    description:
      'Of products that are in the catalogue, in the currency of the account; 200 at most, by ' +
      'name. A quote sells one.',
  })
  async list(@PortalCaller() ctx: PortalCtx, @Query() { accountId, productId }: PlansQuery) {
    const plans = await this.records.read(ctx, async (tx, scope) => {
      const { currency } = await pricingOf(tx, accountInReach(scope, accountId));
      return shownPlans(tx, currency, productId ?? null);
    });
    return plans.map((plan) => seenOf(PLAN, plan, ctx.portal.rights));
  }
}
