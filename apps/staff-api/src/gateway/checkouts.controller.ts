import {
  accountMismatch,
  currencyMismatch,
  paymentExceedsBalance,
  taxUndetermined,
} from '@quittance/receivables/host';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  amountNotRepresentable,
  checkoutList,
  invoiceHasNoBalance,
  paymentInProgress,
  paymentProviderNotConfigured,
  paymentProviderUnavailable,
  StartCheckout,
  tooManyInvoices,
} from '@quittance/gateway/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { CheckoutAnswerDto, CheckoutDto, StartCheckoutDto } from './checkout.dto.js';

/** Payment links for outstanding invoices. */
@ApiTags('Online payments')
@Resource('payments')
@Repeats('invoices')
@Controller('payments')
export class CheckoutsController {
  constructor(
    private readonly lists: Lists,
    private readonly startCheckout: StartCheckout,
  ) {}

  @Post('checkout')
  @Answers(CheckoutAnswerDto, 201)
  @Problems(
    recordAwaitsApproval,
    notFound,
    validationFailed,
    invoiceHasNoBalance,
    paymentExceedsBalance,
    accountMismatch,
    currencyMismatch,
    tooManyInvoices,
    taxUndetermined,
    paymentInProgress,
    paymentProviderNotConfigured,
    amountNotRepresentable,
    paymentProviderUnavailable,
  )
  @ApiOperation({ summary: 'Make a payment link for what is outstanding, or answer the live one' })
  checkout(@RequestCtx() ctx: Ctx, @Body() body: StartCheckoutDto): Promise<CheckoutAnswerDto> {
    return this.startCheckout.execute(ctx, body);
  }

  @Get('checkouts')
  @AnswersList(CheckoutDto, checkoutList)
  @ApiOperation({ summary: 'List attempts to collect online' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, checkoutList, call);
  }
}
