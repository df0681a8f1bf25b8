import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { noUsageBilled, RefreshUsage } from '@quittance/billing/host';
import { Answers, PathId, Problems, RequestCtx, Resource, Writes } from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import {
  invoiceLinesCredited,
  invoiceNotEditable,
  invoiceTotalNegative,
} from '@quittance/receivables/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { InvoiceDto } from '../receivables/invoices/invoice.dto.js';
import { ShowsInvoiceFields } from '../receivables/invoices/shows-invoice-fields.js';

/** Usage on invoices of subscriptions. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices/:id')
export class InvoiceUsageController {
  constructor(private readonly refreshUsage: RefreshUsage) {}

  @Post('refresh-usage')
  @Writes('lines')
  @Answers(InvoiceDto)
  @Problems(
    notFound,
    noUsageBilled,
    invoiceNotEditable,
    invoiceLinesCredited,
    invoiceTotalNegative,
    taxCodeUnknown,
    taxInputsChanging,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Put usage that came late on a draft',
    description: 'Instead of the next invoice: as the difference to what was billed of its period.',
  })
  refresh(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    return this.refreshUsage.execute(ctx, id);
  }
}
