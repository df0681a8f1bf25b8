import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CheckoutQueries } from '@quittance/gateway/host';
import { Answers, PathId, Problems, Repeats, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { InvoiceCheckoutsDto } from './checkout.dto.js';

/** What was tried to collect an invoice online. */
@ApiTags('Invoices')
@Resource('invoices')
@Repeats('invoices', 'payments')
@Controller('invoices')
export class InvoiceCheckoutsController {
  constructor(private readonly queries: CheckoutQueries) {}

  @Get(':id/checkouts')
  @Answers(InvoiceCheckoutsDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Payment links of the invoice and payments that failed on them' })
  list(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceCheckoutsDto> {
    return this.queries.ofInvoice(ctx, id);
  }
}
