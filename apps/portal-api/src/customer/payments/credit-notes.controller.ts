import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
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
import { notFound, type CreditNoteId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { pricesNotPermitted } from '@quittance/portal/host';
import { CreditNoteQueries, PrintableQueries } from '@quittance/receivables/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { AnswersPdf, sendPdf } from '../documents.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { CREDIT_NOTE, portalCreditNotes } from '../shown/payments.js';
import { CustomerCreditNoteDto, CustomerCreditNoteHeadDto } from './payment.dto.js';
import { ReachedParts } from './reached-parts.js';

/** What a customer was credited. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices'] })
@Controller(`${CUSTOMER}/credit-notes`)
export class CustomerCreditNotesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly queries: CreditNoteQueries,
    private readonly parts: ReachedParts,
    private readonly printable: PrintableQueries,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get()
  @AnswersList(CustomerCreditNoteHeadDto, documentedList(portalCreditNotes))
  @ApiOperation({ summary: 'List the credit notes' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalCreditNotes, call);
  }

  @Get('export')
  @AnswersExport(CustomerCreditNoteHeadDto, documentedList(portalCreditNotes))
  @ApiOperation({ summary: 'Download the credit notes' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.records.export(ctx, portalCreditNotes, call, format);
  }

  @Get(':id')
  @Answers(CustomerCreditNoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One credit note with its lines and what it was applied to' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: CreditNoteId) {
    return this.records.one(ctx, portalCreditNotes, id, CREDIT_NOTE, async (within) => {
      const note = await this.queries.creditNote(within, id);
      const { applications } = note;
      return { ...note, ...(await this.parts.of(ctx, { applications })) };
    });
  }

  @Get(':id/pdf')
  @AnswersPdf()
  @Problems(pricesNotPermitted)
  @ApiOperation({ summary: 'A credit note as PDF; without prices it is none' })
  async pdf(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: CreditNoteId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!ctx.portal.rights.has('seePricing')) throw pricesNotPermitted();
    const within = await this.records.within(ctx, portalCreditNotes, id);
    await sendPdf(this.renderer, await this.printable.creditNote(within, id), request, reply);
  }
}
