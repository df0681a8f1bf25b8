import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { parseLocalDate } from '@quittance/calendar';
import { DocumentRenderer } from '@quittance/documents';
import {
  Answers,
  AnswersExport,
  AnswersList,
  ExportQuery,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type InvoiceId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { SumUpInvoices, pricesNotPermitted } from '@quittance/portal/host';
import { CompanyCalendar } from '@quittance/receivables';
import { InvoiceQueries, PrintableQueries, ViewInvoice } from '@quittance/receivables/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { AnswersPdf, sendPdf } from '../documents.js';
import { looks } from '../looks.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalInvoices } from '../shown/invoices.js';
import { CustomerInvoices } from './customer-invoices.js';
import { CustomerInvoiceDto, CustomerInvoiceHeadDto, InvoiceSummaryDto } from './invoice.dto.js';

/** What may be asked of the list is the same every day. */
const documented = documentedList(portalInvoices(parseLocalDate('2026-01-01')));

/** What a customer is billed. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices'] })
@Controller(`${CUSTOMER}/invoices`)
export class CustomerInvoicesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
    private readonly invoices: CustomerInvoices,
    private readonly queries: InvoiceQueries,
    private readonly view: ViewInvoice,
    private readonly printable: PrintableQueries,
    private readonly renderer: DocumentRenderer,
    private readonly summaries: SumUpInvoices,
  ) {}

  @Get()
  @AnswersList(CustomerInvoiceHeadDto, documented)
  @ApiOperation({ summary: 'List the invoices' })
  async list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, await this.invoices.object(ctx), call);
  }

  @Get('export')
  @AnswersExport(CustomerInvoiceHeadDto, documented)
  @ApiOperation({ summary: 'Download the invoices' })
  async export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.records.export(ctx, await this.invoices.object(ctx), call, format);
  }

  @Get('summary')
  @Answers(InvoiceSummaryDto)
  @ApiOperation({ summary: 'What is open, overdue and next due, and what each month came to' })
  async summary(@PortalCaller() ctx: PortalCtx): Promise<InvoiceSummaryDto> {
    return this.summaries.execute(ctx, await this.calendar.today(ctx));
  }

  @Get(':id')
  @Answers(CustomerInvoiceDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'One invoice with its lines',
    description: 'Reading it notes, once, who of the customer has seen it.',
  })
  async find(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Req() request: FastifyRequest,
  ) {
    const reader = looks(request) ? this.view : undefined;
    return this.invoices.shown(ctx, id, (within) =>
      reader ? reader.execute(within, id) : this.queries.invoice(within, id),
    );
  }

  @Get(':id/pdf')
  @AnswersPdf()
  @Problems(pricesNotPermitted)
  @ApiOperation({ summary: 'An invoice as PDF; without prices it is none' })
  async pdf(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: InvoiceId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!ctx.portal.rights.has('seePricing')) throw pricesNotPermitted();
    const within = await this.records.within(ctx, await this.invoices.object(ctx), id);
    if (looks(request)) await this.view.execute(within, id);
    await sendPdf(this.renderer, await this.printable.invoice(within, id), request, reply);
  }
}
