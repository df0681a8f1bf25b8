import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed, type InvoiceId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import {
  currencyMismatch,
  DisputeInvoice,
  disputeAlreadyOpen,
  disputeExceedsBalance,
  invoiceStatusConflict,
  paymentAlreadyRecorded,
  ResolveInvoice,
  StatePayment,
  taxUndetermined,
} from '@quittance/receivables/host';
import { CustomerRecords } from '../customer-records.js';
import { CustomerInvoices } from '../invoices/customer-invoices.js';
import { CustomerDisputeInputDto, CustomerInvoiceDto } from '../invoices/invoice.dto.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { PAYMENT } from '../shown/payments.js';
import { CustomerPaymentDto, StatePaymentDto } from './payment.dto.js';

/** What a customer says of an invoice: that it is paid, or not right. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices'] })
@Controller(`${CUSTOMER}/invoices/:id`)
export class CustomerAnswersController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly invoices: CustomerInvoices,
    private readonly statePayment: StatePayment,
    private readonly disputeInvoice: DisputeInvoice,
    private readonly resolveInvoice: ResolveInvoice,
  ) {}

  @PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'] })
  @Post('payments')
  @Answers(CustomerPaymentDto, 201)
  @Problems(
    notFound,
    paymentAlreadyRecorded,
    invoiceStatusConflict,
    currencyMismatch,
    validationFailed,
    taxUndetermined,
  )
  @ApiOperation({
    summary: 'State that the invoice was paid',
    description: 'Pending until the company sees the money; it may be more than is open.',
  })
  async pay(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Body() { paidOn, ...body }: StatePaymentDto,
  ) {
    const { portalUserId } = ctx.portal;
    const stated = { ...body, receivedOn: paidOn, portalUserId };
    return this.records.one(ctx, await this.invoices.object(ctx), id, PAYMENT, (within) =>
      this.statePayment.execute(within, id, stated),
    );
  }

  @Post('dispute')
  @Answers(CustomerInvoiceDto, 201)
  @Problems(
    notFound,
    invoiceStatusConflict,
    disputeAlreadyOpen,
    disputeExceedsBalance,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Object to the invoice or a part of it',
    description: 'What is objected to is left alone by dunning; the rest stays to be paid.',
  })
  async dispute(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Body() body: CustomerDisputeInputDto,
  ) {
    return this.invoices.shown(ctx, id, (within) => this.disputeInvoice.execute(within, id, body));
  }

  @Post('dispute/withdraw')
  @Answers(CustomerInvoiceDto)
  @Problems(notFound, invoiceStatusConflict)
  @ApiOperation({ summary: 'Take the objection back' })
  async withdraw(@PortalCaller() ctx: PortalCtx, @PathId('id') id: InvoiceId) {
    return this.invoices.shown(ctx, id, (within) =>
      this.resolveInvoice.execute(within, id, { outcome: 'withdrawn', note: null }),
    );
  }
}
