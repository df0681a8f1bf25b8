import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DunningQueries } from '@quittance/dunning/host';
import { Answers, PathId, Problems, Repeats, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { InvoiceDunningDto } from './dunning.dto.js';

/** Where one invoice stands. */
@ApiTags('Dunning')
@Resource('dunning')
@Repeats('invoices')
@Controller('invoices')
export class InvoiceDunningController {
  constructor(private readonly queries: DunningQueries) {}

  @Get(':id/dunning')
  @Answers(InvoiceDunningDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What was done about an invoice, and what comes next' })
  async find(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDunningDto> {
    return (await this.queries.ofInvoice(ctx, id)) as InvoiceDunningDto;
  }
}
