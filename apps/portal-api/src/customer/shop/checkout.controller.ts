import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import { Answers, KeyedLimits, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { DomainError, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import {
  poNumberRequired,
  freeAddressNotTaken,
  approvalsAskedTooOften,
  noApproverAvailable,
  referenceNotFound,
} from '@quittance/portal/host';
import { OrderQueries, orderTaxUndetermined } from '@quittance/sales/host';
import {
  cartBusy,
  cartChanged,
  cartEmpty,
  cartLineUnavailable,
  CheckOut,
  priceChanged,
  priceOnRequest,
  termsRequired,
} from '@quittance/storefront/host';
import type { FastifyReply } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { ORDER, portalOrders } from '../shown/orders.js';
import { CheckedOutDto, CheckOutDto } from './checkout.dto.js';
import { seenRefusal } from './seen-refusal.js';

/** Each has priced all of a cart before it is refused, and nothing of it is kept. */
const REFUSED = { of: 'refused checkout', most: 20, seconds: 60 } as const;

/** What makes an order of a cart. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['placeOrders'] })
@Controller(`${CUSTOMER}/cart/checkout`)
export class CustomerCheckoutController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly limits: KeyedLimits,
    private readonly checkOut: CheckOut,
    private readonly orders: OrderQueries,
  ) {}

  @Post()
  @Answers(CheckedOutDto, 201)
  @ApiResponse({ status: 200, type: CheckedOutDto, description: 'It was ordered before.' })
  @Problems(
    cartBusy,
    cartChanged,
    priceChanged,
    cartEmpty,
    cartLineUnavailable,
    priceOnRequest,
    poNumberRequired,
    termsRequired,
    noApproverAvailable,
    approvalsAskedTooOften,
    creditCheckFailed,
    creditHoldHard,
    orderTaxUndetermined,
    referenceNotFound,
    freeAddressNotTaken,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Order what is in the cart',
    description:
      'At what it was shown to cost, or less: more is `price_changed`, with the cart as it is ' +
      'now. A version of a cart is ordered once; asked again, 200 answers the same order. A ' +
      'user is refused 20 times a minute, and waits then.',
  })
  async create(
    @PortalCaller() ctx: PortalCtx,
    @Body() { custom, ...said }: CheckOutDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { rights, portalUserId } = ctx.portal;
    this.limits.requireLeft(REFUSED, portalUserId);
    const own = await this.records.sent(ctx, portalOrders, custom);
    const { outcome, orderId, approvalId, priceDropped, repeated } = await this.checkOut
      .execute(ctx, { ...said, ...(own && { own }) })
      .catch((error: unknown) => {
        if (isRefusal(error)) this.limits.count(REFUSED, portalUserId);
        throw seenRefusal(error, rights);
      });
    if (repeated) reply.code(200);
    const order = rights.has('viewOrders')
      ? await this.records.one(ctx, portalOrders, orderId, ORDER, (within) =>
          this.orders.order(within, orderId),
        )
      : undefined;
    return {
      outcome,
      ...(order && { order }),
      ...(approvalId !== null && { approval: { id: approvalId } }),
      ...(priceDropped !== null && rights.has('seePricing') && { priceDropped }),
    };
  }
}

/** Whoever came too early was turned away before anything was priced. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && error.problem.status < 500;
}
