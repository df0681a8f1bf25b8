import { Body, Controller, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  RegisterInvoice,
  invoiceRegistered,
  invoiceStatusConflict,
  irnTaken,
} from '@quittance/billing';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { InvoiceIrnDto } from './invoice-irn.dto.js';
import { InvoiceDto } from './invoice.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

/** What India’s invoice registration portal answered to an invoice. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices/:id/irn')
export class InvoiceIrnController {
  constructor(private readonly registerInvoice: RegisterInvoice) {}

  @Put()
  @Answers(InvoiceDto)
  @Problems(notFound, invoiceStatusConflict, invoiceRegistered, irnTaken)
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
}
