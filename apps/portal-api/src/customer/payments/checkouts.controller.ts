import { applyDecorators, Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  amountNotRepresentable,
  invoiceHasNoBalance,
  partialPaymentNotAllowed,
  paymentBelowMinimum,
  paymentInProgress,
  paymentProviderNotConfigured,
  paymentProviderUnavailable,
  tooManyInvoices,
} from '@quittance/gateway/host';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import {
  accountMismatch,
  currencyMismatch,
  paymentExceedsBalance,
  taxUndetermined,
} from '@quittance/receivables/host';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import {
  CheckoutStateDto,
  CustomerCheckoutAnswerDto,
  StartCustomerCheckoutDto,
  WaitQuery,
} from './checkout.dto.js';
import { CustomerCheckouts } from './customer-checkouts.js';

/** The two addresses of it say the same. */
const StartsCheckout = () =>
  applyDecorators(
    Answers(CustomerCheckoutAnswerDto, 201),
    Problems(
      referenceNotFound,
      validationFailed,
      invoiceHasNoBalance,
      partialPaymentNotAllowed,
      paymentBelowMinimum,
      paymentExceedsBalance,
      accountMismatch,
      currencyMismatch,
      tooManyInvoices,
      taxUndetermined,
      paymentInProgress,
      paymentProviderNotConfigured,
      amountNotRepresentable,
      paymentProviderUnavailable,
    ),
    ApiOperation({
      summary: 'Make a payment link for an invoice or several, or answer the live one',
      description:
        'It collects what is open and not disputed. A link over one of the invoices that is live ' +
        'already is closed.',
    }),
  );

const RIGHTS = { directory: 'customer', rights: ['viewInvoices', 'seePricing'] } as const;

/** Paying online. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute(RIGHTS)
@Controller(`${CUSTOMER}/payments`)
export class CustomerCheckoutsController {
  constructor(private readonly checkouts: CustomerCheckouts) {}

  @Post('checkout')
  @StartsCheckout()
  start(@PortalCaller() ctx: PortalCtx, @Body() body: StartCustomerCheckoutDto) {
    return this.checkouts.start(ctx, body);
  }

  @Get('checkouts/:id')
  @Answers(CheckoutStateDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'How far an attempt to pay has come' })
  state(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: string,
    @Query() { wait = 0 }: WaitQuery,
  ): Promise<CheckoutStateDto> {
    return this.checkouts.state(ctx, id, wait);
  }

  @Post('checkouts/:id/cancel')
  @Answers(CheckoutStateDto)
  @Problems(notFound, paymentInProgress)
  @ApiOperation({ summary: 'Give an attempt to pay up; its link is closed' })
  cancel(@PortalCaller() ctx: PortalCtx, @PathId('id') id: string): Promise<CheckoutStateDto> {
    return this.checkouts.cancel(ctx, id);
  }
}

/** The same where applications look for it that know of no portal. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute(RIGHTS)
@Controller('payments')
export class BareCheckoutController {
  constructor(private readonly checkouts: CustomerCheckouts) {}

  @Post('checkout')
  @StartsCheckout()
  start(@PortalCaller() ctx: PortalCtx, @Body() body: StartCustomerCheckoutDto) {
    return this.checkouts.start(ctx, body);
  }
}
