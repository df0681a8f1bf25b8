import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AlsoResource,
  Answers,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { refundInProgress } from '@quittance/receivables';
import {
  ReleaseDeposit,
  depositNotAvailable,
  invoiceStatusConflict,
} from '@quittance/receivables/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { taxInputsChanging } from '@quittance/tax';
import { InvoiceDto } from '../invoices/invoice.dto.js';
import { ShowsInvoiceFields } from '../invoices/shows-invoice-fields.js';
import { ReleaseDepositDto } from './deposit.dto.js';

/** What goes back of what customers have paid ahead. */
@ApiTags('Deposits')
@Resource('invoices')
@AlsoResource('payments')
@ShowsInvoiceFields()
@Controller('deposits/:id')
export class DepositRefundsController {
  constructor(private readonly releaseDeposit: ReleaseDeposit) {}

  @Post('refund')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    depositNotAvailable,
    refundInProgress,
    taxInputsChanging,
  )
  @ApiOperation({
    summary: 'End a deposit, and book that the money of what is left of it went back',
    description:
      'No provider is asked: where one is to return the money, refund the payment and release ' +
      'the deposit then. What credit paid of it comes back as credit, and not as money: the log ' +
      'says how much was returned. Needs the right to create payments, too.',
  })
  refund(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: ReleaseDepositDto,
  ): Promise<InvoiceDto> {
    return this.releaseDeposit.execute(ctx, id, { ...body, refund: true });
  }
}
