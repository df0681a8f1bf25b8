import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DocumentRenderer } from '@quittance/documents';
import {
  adminsOnly,
  Answers,
  AnswersExport,
  AnswersList,
  ExportQuery,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import { fileTypeRefused } from '@quittance/objects/host';
import { seenOf, type PortalCtx, type PortalObject } from '@quittance/portal';
import { pricesNotPermitted, referenceNotFound } from '@quittance/portal/host';
import { CompanyCalendar, type PaymentId } from '@quittance/receivables';
import {
  accountMismatch,
  allocationsExceedPayment,
  currencyMismatch,
  invoiceStatusConflict,
  paymentAlreadyRecorded,
  paymentNotCompleted,
  paymentNotPending,
  PaymentQueries,
  PrintableQueries,
  StatePayment,
  taxUndetermined,
  WithdrawPayment,
} from '@quittance/receivables/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { AnswersPdf, sendPdf } from '../documents.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalInvoices } from '../shown/invoices.js';
import { PAYMENT, portalPayments } from '../shown/payments.js';
import { CustomerPaymentDto, CustomerPaymentHeadDto, RecordStatementDto } from './payment.dto.js';
import { ReachedParts } from './reached-parts.js';

/** What a customer has paid, or says to have. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices'] })
@Controller(`${CUSTOMER}/payments`)
export class CustomerPaymentsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly queries: PaymentQueries,
    private readonly parts: ReachedParts,
    private readonly statements: StatePayment,
    private readonly takeBack: WithdrawPayment,
    private readonly calendar: CompanyCalendar,
    private readonly printable: PrintableQueries,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get()
  @AnswersList(CustomerPaymentHeadDto, documentedList(portalPayments))
  @ApiOperation({ summary: 'List the payments' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalPayments, call);
  }

  @Get('export')
  @AnswersExport(CustomerPaymentHeadDto, documentedList(portalPayments))
  @ApiOperation({ summary: 'Download the payments' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.records.export(ctx, portalPayments, call, format);
  }

  @PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'] })
  @Post('record')
  @Answers(CustomerPaymentDto, 201)
  @Problems(
    referenceNotFound,
    paymentAlreadyRecorded,
    invoiceStatusConflict,
    accountMismatch,
    currencyMismatch,
    allocationsExceedPayment,
    validationFailed,
    taxUndetermined,
    fileTypeRefused,
  )
  @ApiOperation({
    summary: 'State that several invoices were paid at once',
    description: 'Pending until the company sees the money; it may be more than is open.',
  })
  async record(
    @PortalCaller() ctx: PortalCtx,
    @Body() { paidOn, allocations, ...body }: RecordStatementDto,
  ) {
    const invoices = portalInvoices(await this.calendar.today(ctx)) as PortalObject;
    const ids = allocations.map(({ invoiceId }) => invoiceId);
    const pointerOf = (i: number) => `/allocations/${i}/invoiceId`;
    const within = await this.records.allPointedAt(ctx, invoices, ids, pointerOf);
    const { portalUserId } = ctx.portal;
    const stated = { ...body, allocations, receivedOn: paidOn, portalUserId };
    return seenOf(PAYMENT, await this.statements.allocated(within, stated), ctx.portal.rights);
  }

  @Get(':id')
  @Answers(CustomerPaymentDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One payment with where its money went' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PaymentId) {
    return this.records.one(ctx, portalPayments, id, PAYMENT, async (within) => {
      const payment = await this.queries.payment(within, id);
      const { allocations, stated } = payment;
      return { ...payment, ...(await this.parts.of(ctx, { allocations, stated })) };
    });
  }

  @Get(':id/receipt')
  @AnswersPdf()
  @Problems(pricesNotPermitted, paymentNotCompleted)
  @ApiOperation({ summary: 'The receipt of a payment that has come, as PDF' })
  async receipt(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: PaymentId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!ctx.portal.rights.has('seePricing')) throw pricesNotPermitted();
    const within = await this.records.within(ctx, portalPayments, id);
    const { settled, ...receipt } = await this.printable.receipt(within, id);
    const { allocations } = await this.queries.payment(within, id);
    const shown = await this.parts.of(ctx, { allocations });
    const numbers = new Set(shown.allocations.map(({ invoiceNumber }) => invoiceNumber));
    const reached = settled.filter(({ number }) => numbers.has(number));
    await sendPdf(this.renderer, { ...receipt, settled: reached }, request, reply);
  }

  @PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'] })
  @Post(':id/withdraw')
  @Answers(CustomerPaymentDto)
  @Problems(notFound, paymentNotPending)
  @ApiOperation({
    summary: 'Take back that something was paid',
    description: 'What the caller has stated, or of any colleague where they are Admin.',
  })
  withdraw(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PaymentId) {
    return this.records.one(ctx, portalPayments, id, PAYMENT, async (within) => {
      const { portalUserId, status } = await this.queries.payment(within, id);
      // Of what is over it makes no difference whose it was.
      if (status !== 'pending') throw paymentNotPending({ status });
      const { portalUserId: me, role } = ctx.portal;
      const may = portalUserId === me || (role === 'Admin' && portalUserId !== null);
      if (!may) throw adminsOnly();
      return this.takeBack.execute(within, id);
    });
  }
}
