import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import {
  DeductFromInvoice,
  accountMismatch,
  creditExceedsBalance,
  currencyMismatch,
  depositNotAvailable,
  invoiceStatusConflict,
  noDepositLeft,
  taxUndetermined,
} from '@quittance/receivables/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { taxInputsChanging } from '@quittance/tax';
import { InvoiceDto } from '../invoices/invoice.dto.js';
import { ShowsInvoiceFields } from '../invoices/shows-invoice-fields.js';
import { DeductDepositsDto } from './deposit.dto.js';

/** What was paid ahead, and an invoice takes. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices/:id')
export class InvoiceDepositsController {
  constructor(private readonly deductFromInvoice: DeductFromInvoice) {}

  @Post('deduct-deposits')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    taxUndetermined,
    accountMismatch,
    currencyMismatch,
    depositNotAvailable,
    noDepositLeft,
    creditExceedsBalance,
    taxInputsChanging,
  )
  @ApiOperation({
    summary: 'Deduct what the customer has paid ahead from an invoice',
    description:
      'By credit notes of the very lines of the deposits, so that net and tax are deducted by ' +
      'rate. To undo it unapply the note, which the next deduction uses again, or void it then.',
  })
  deduct(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body?: DeductDepositsDto,
  ): Promise<InvoiceDto> {
    return this.deductFromInvoice.execute(ctx, id, { ...body });
  }
}
