import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  InvoiceQueries,
  RecordPayment,
  currencyMismatch,
  paymentExceedsBalance,
  paymentList,
  paymentsOfInvoice,
  taxUndetermined,
} from '@quittance/receivables/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type InvoiceId } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { PaymentDto, PaymentHeadDto, RecordPaymentDto } from './payment.dto.js';

/** The payments of one invoice. */
@ApiTags('Payments')
@Resource('payments')
@Controller('invoices/:id/payments')
export class InvoicePaymentsController {
  constructor(
    private readonly lists: Lists,
    private readonly invoices: InvoiceQueries,
    private readonly recordPayment: RecordPayment,
  ) {}

  @Get()
  @AnswersList(PaymentHeadDto, paymentList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the payments made for an invoice or applied to it' })
  async list(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId, @ListParams() call: ListCall) {
    await this.invoices.mustExist(ctx, id);
    return this.lists.answer(ctx, paymentList, call, paymentsOfInvoice(ctx, id));
  }

  @Post()
  @Answers(PaymentDto, 201)
  @Problems(
    recordAwaitsApproval,
    notFound,
    paymentExceedsBalance,
    currencyMismatch,
    taxUndetermined,
    validationFailed,
  )
  @ApiOperation({ summary: 'Record a payment for an invoice, at most what is open of it' })
  create(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: RecordPaymentDto,
  ): Promise<PaymentDto> {
    return this.recordPayment.execute(ctx, id, body);
  }
}
