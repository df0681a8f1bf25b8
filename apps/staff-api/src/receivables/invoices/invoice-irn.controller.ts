import { Body, Controller, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CancelInvoiceRegistration,
  RegisterInvoice,
  invoiceRegistered,
  invoiceStatusConflict,
  irnTaken,
  registrationCancelled,
  registrationMissing,
} from '@quittance/receivables/host';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type InvoiceId } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { CancelIrnDto, InvoiceIrnDto } from './invoice-irn.dto.js';
import { InvoiceDto } from './invoice.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

/** What India’s invoice registration portal answered to an invoice. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices/:id/irn')
export class InvoiceIrnController {
  constructor(
    private readonly registerInvoice: RegisterInvoice,
    private readonly cancelRegistration: CancelInvoiceRegistration,
  ) {}

  @Put()
  @Answers(InvoiceDto)
  @Problems(recordAwaitsApproval, notFound, invoiceStatusConflict, invoiceRegistered, irnTaken)
  @ApiOperation({
    summary: 'Keep the registration of an invoice at India’s portal',
    description:
      'Of an invoice that was sent: once, and for good. It is shown with the invoice and printed ' +
      'on it with its code. The same said again changes nothing.',
  })
  register(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: InvoiceIrnDto,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.registerInvoice.execute(ctx, id, body, version);
  }

  @Post('cancel')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    validationFailed,
    registrationMissing,
    registrationCancelled,
  )
  @ApiOperation({
    summary: 'Keep that the registration was cancelled at India’s portal',
    description:
      'Within 24 hours of the acknowledgement. Neither the reference number nor the number of ' +
      'the invoice can be registered again: void the invoice, and write another. The same said ' +
      'again changes nothing.',
  })
  cancel(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: CancelIrnDto,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.cancelRegistration.execute(ctx, id, body, version);
  }
}
