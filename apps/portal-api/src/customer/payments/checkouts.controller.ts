import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  amountNotRepresentable,
  invoiceHasNoBalance,
  partialPaymentNotAllowed,
  paymentInProgress,
  paymentProviderNotConfigured,
  paymentProviderUnavailable,
} from '@quittance/gateway/host';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { taxUndetermined } from '@quittance/receivables/host';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import {
  CheckoutStateDto,
  CustomerCheckoutAnswerDto,
  StartCustomerCheckoutDto,
  WaitQuery,
} from './checkout.dto.js';
import { CustomerCheckouts } from './customer-checkouts.js';

/** Paying online. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'] })
@Controller(`${CUSTOMER}/payments`)
export class CustomerCheckoutsController {
  constructor(private readonly checkouts: CustomerCheckouts) {}

  @Post('checkout')
  @Answers(CustomerCheckoutAnswerDto, 201)
  @Problems(
    referenceNotFound,
    validationFailed,
    invoiceHasNoBalance,
    partialPaymentNotAllowed,
    taxUndetermined,
    paymentInProgress,
    paymentProviderNotConfigured,
    amountNotRepresentable,
    paymentProviderUnavailable,
  )
  @ApiOperation({
    summary: 'Make a payment link for an invoice, or answer the live one',
    description: 'It collects what is open and not disputed.',
  })
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
