import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InvoiceQueries, disputeList, disputesOfInvoice } from '@quittance/receivables/host';
import {
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { InvoiceDisputeDto } from './invoice.dto.js';

/** What the customer ever objected to of one invoice. */
@ApiTags('Invoices')
@Resource('invoices')
@Controller('invoices/:id/disputes')
export class InvoiceDisputesController {
  constructor(
    private readonly lists: Lists,
    private readonly invoices: InvoiceQueries,
  ) {}

  @Get()
  @AnswersList(InvoiceDisputeDto, disputeList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the disputes of an invoice, open or over, the latest first' })
  async list(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId, @ListParams() call: ListCall) {
    await this.invoices.mustExist(ctx, id);
    return this.lists.answer(ctx, disputeList, call, disputesOfInvoice(id));
  }
}
