import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import {
  invalidField,
  notFound,
  validationFailed,
  type Id,
  type InvoiceId,
} from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { pricesNotPermitted, referenceNotFound } from '@quittance/portal/host';
import {
  currencyMismatch,
  DisputeInvoice,
  DisputeMessages,
  disputeAlreadyOpen,
  disputeExceedsBalance,
  invoiceStatusConflict,
  paymentAlreadyRecorded,
  ResolveInvoice,
  StatePayment,
  taxUndetermined,
  WriteDisputeMessage,
  type DisputeMessageView,
} from '@quittance/receivables/host';
import { CustomerRecords } from '../customer-records.js';
import { CustomerInvoices } from '../invoices/customer-invoices.js';
import {
  CustomerDisputeInputDto,
  CustomerDisputeMessageDto,
  CustomerDisputeMessageInputDto,
  CustomerDisputeMessagesDto,
  CustomerInvoiceDto,
} from '../invoices/invoice.dto.js';
import { fileTypeRefused } from '@quittance/objects/host';
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
    private readonly written: DisputeMessages,
    private readonly writing: WriteDisputeMessage,
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
    referenceNotFound,
    fileTypeRefused,
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
    pricesNotPermitted,
    referenceNotFound,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Object to the invoice or a part of it',
    description:
      'What is objected to is left alone by dunning; the rest stays to be paid. Sums are for ' +
      'those who see prices.',
  })
  async dispute(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Body() { reason: kind, message = '', documentIds, ...body }: CustomerDisputeInputDto,
  ) {
    if (kind === 'other' && message === '') {
      throw invalidField('/message', 'required', 'says what it is, where the reason is other');
    }
    const sums =
      body.amount !== undefined || body.lines?.some(({ amount }) => amount !== undefined);
    // Whether a sum is refused would tell what the invoice comes to.
    if (sums && !ctx.portal.rights.has('seePricing')) throw pricesNotPermitted();
    const objection = { ...body, kind, reason: message, ...proofOf(ctx, documentIds) };
    return this.invoices.shown(ctx, id, (within) =>
      this.disputeInvoice.execute(within, id, objection),
    );
  }

  @Get('dispute/messages')
  @Answers(CustomerDisputeMessagesDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What both sides wrote about what is objected to' })
  async messages(@PortalCaller() ctx: PortalCtx, @PathId('id') id: InvoiceId) {
    const within = await this.records.within(ctx, await this.invoices.object(ctx), id);
    const { data } = await this.written.ofInvoice(within, id);
    return { data: data.map(asCustomerReads) };
  }

  @Post('dispute/messages')
  @Answers(CustomerDisputeMessageDto, 201)
  @Problems(notFound, invoiceStatusConflict, referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'Write to the company about what is objected to' })
  async write(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Body() { message, documentIds }: CustomerDisputeMessageInputDto,
  ): Promise<CustomerDisputeMessageDto> {
    const within = await this.records.within(ctx, await this.invoices.object(ctx), id);
    const input = { message, ...proofOf(ctx, documentIds) };
    return asCustomerReads(await this.writing.execute(within, id, input));
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

/** What the user has uploaded to show what they say. */
function proofOf({ portal }: PortalCtx, documentIds: readonly Id<'document'>[] | undefined) {
  if (!documentIds || documentIds.length === 0) return {};
  return { proof: { portalUserId: portal.portalUserId, documentIds } };
}

/** Who of the company has written is nobody's business. */
function asCustomerReads({ authorName, ...message }: DisputeMessageView) {
  return { ...message, authorName: message.from === 'customer' ? authorName : null };
}
