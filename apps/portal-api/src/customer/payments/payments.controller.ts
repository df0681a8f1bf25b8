import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  permissionDenied,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import type { PaymentId } from '@quittance/receivables';
import { CancelPayment, PaymentQueries, paymentNotPending } from '@quittance/receivables/host';
import { CustomerRecords } from '../customer-records.js';
import { ExportQuery } from '../exports.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { PAYMENT, portalPayments } from '../shown/payments.js';
import { CustomerPaymentDto, CustomerPaymentHeadDto } from './payment.dto.js';

/** What a customer has paid, or says to have. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices'] })
@Controller(`${CUSTOMER}/payments`)
export class CustomerPaymentsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly queries: PaymentQueries,
    private readonly cancel: CancelPayment,
  ) {}

  @Get()
  @AnswersList(CustomerPaymentHeadDto, portalPayments.list)
  @ApiOperation({ summary: 'List the payments' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalPayments, call);
  }

  @Get('export')
  @AnswersList(CustomerPaymentHeadDto, portalPayments.list)
  @ApiOperation({ summary: 'Download the payments' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.records.export(ctx, portalPayments, call, format);
  }

  @Get(':id')
  @Answers(CustomerPaymentDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One payment with where its money went' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PaymentId) {
    return this.records.one(ctx, portalPayments, id, PAYMENT, (within) =>
      this.queries.payment(within, id),
    );
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
      const { portalUserId } = await this.queries.payment(within, id);
      const { portalUserId: me, role } = ctx.portal;
      const may = portalUserId === me || (role === 'Admin' && portalUserId !== null);
      if (!may) {
        const permission = 'Admin';
        throw permissionDenied({ resource: 'payments', action: 'withdraw', permission });
      }
      return this.cancel.execute(within, id);
    });
  }
}
