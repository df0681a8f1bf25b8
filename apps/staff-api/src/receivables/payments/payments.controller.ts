import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CancelPayment,
  ClearPayment,
  PaymentQueries,
  RecordAccountPayment,
  RefundPayment,
  accountMismatch,
  allocationsExceedPayment,
  creditAlreadyUsed,
  currencyMismatch,
  paymentExceedsBalance,
  paymentList,
  paymentNotPending,
  paymentNotRefundable,
  refundExceedsPayment,
  taxUndetermined,
} from '@quittance/receivables/host';
import {
  providerRefundNotAvailable,
  refundInProgress,
  type PaymentId,
} from '@quittance/receivables';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { currencyNotEnabled } from '@quittance/company';
import {
  Answers,
  AnswersList,
  KeptForHours,
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
  PaymentDto,
  PaymentHeadDto,
  RecordAccountPaymentDto,
  RefundPaymentDto,
} from './payment.dto.js';

/** Money received. */
@ApiTags('Payments')
@Resource('payments')
@Controller('payments')
export class PaymentsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: PaymentQueries,
    private readonly recordAccountPayment: RecordAccountPayment,
    private readonly clearPayment: ClearPayment,
    private readonly cancelPayment: CancelPayment,
    private readonly refundPayment: RefundPayment,
  ) {}

  @Get()
  @AnswersList(PaymentHeadDto, paymentList)
  @ApiOperation({ summary: 'List payments' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, paymentList, call);
  }

  @Post()
  @Answers(PaymentDto, 201)
  @Problems(
    recordAwaitsApproval,
    validationFailed,
    accountMismatch,
    currencyMismatch,
    currencyNotEnabled,
    paymentExceedsBalance,
    allocationsExceedPayment,
    taxUndetermined,
  )
  @ApiOperation({ summary: 'Record one payment over several invoices, the rest on account' })
  create(@RequestCtx() ctx: Ctx, @Body() body: RecordAccountPaymentDto): Promise<PaymentDto> {
    return this.recordAccountPayment.execute(ctx, body);
  }

  @Get('by-number/:number')
  @Answers(PaymentDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The payment that bears a number' })
  findByNumber(@RequestCtx() ctx: Ctx, @Param('number') number: string): Promise<PaymentDto> {
    return this.queries.paymentByNumber(ctx, number);
  }

  @Get(':id')
  @Answers(PaymentDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One payment with its allocations and refunds' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: PaymentId): Promise<PaymentDto> {
    return this.queries.payment(ctx, id);
  }

  @Post(':id/clear')
  @Answers(PaymentDto)
  @Problems(recordAwaitsApproval, notFound, paymentNotPending)
  @ApiOperation({ summary: 'Confirm a pending payment: it settles its invoice now' })
  clear(@RequestCtx() ctx: Ctx, @PathId('id') id: PaymentId): Promise<PaymentDto> {
    return this.clearPayment.execute(ctx, id);
  }

  @Post(':id/cancel')
  @Answers(PaymentDto)
  @Problems(notFound, paymentNotPending)
  @ApiOperation({ summary: 'Give up a pending payment' })
  cancel(@RequestCtx() ctx: Ctx, @PathId('id') id: PaymentId): Promise<PaymentDto> {
    return this.cancelPayment.execute(ctx, id);
  }

  @Post(':id/refund')
  @KeptForHours(72)
  @Answers(PaymentDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    paymentNotRefundable,
    refundExceedsPayment,
    creditAlreadyUsed,
    refundInProgress,
    providerRefundNotAvailable,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Record that money was returned',
    description:
      'Takes what is left of the payment’s credit on account first, then reverses it off its ' +
      'invoices, newest first. The provider is not asked unless `instructProvider` is true; ' +
      'while it is returning money of the payment, no other refund of it is accepted. A refund ' +
      'that you make at the provider yourself is recorded here first: when the provider tells of ' +
      'one of that amount, it is this one. What the provider has told of is booked already (its ' +
      '`providerRefundId` says so), and recording it again is a second refund.',
  })
  refund(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PaymentId,
    @Body() body: RefundPaymentDto,
  ): Promise<PaymentDto> {
    return this.refundPayment.execute(ctx, id, body);
  }
}
