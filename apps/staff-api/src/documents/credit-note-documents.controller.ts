import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PrintableQueries } from '@quittance/receivables/host';
import { eInvoiceCheckOf, eInvoiceNotPossible } from '@quittance/documents/host';
import { Answers, Asks, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type CreditNoteId, type Ctx } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersDocument } from './answers-document.js';
import { DocumentAnswers } from './document-answers.js';
import { EInvoiceCheckDto, EInvoiceQuery, PrintQuery } from './document.dto.js';

/** Credit notes as their customers get them. */
@ApiTags('Credit notes')
@Resource('credit-notes')
@Controller('credit-notes')
export class CreditNoteDocumentsController {
  constructor(
    private readonly printable: PrintableQueries,
    private readonly answers: DocumentAnswers,
  ) {}

  @Get(':id/pdf')
  @AnswersDocument('application/pdf')
  @ApiOperation({ summary: 'A credit note as PDF' })
  async pdf(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send(
      { document: await this.printable.creditNote(ctx, id, query), format: 'pdf' },
      request,
      reply,
    );
  }

  @Get(':id/print')
  @AnswersDocument('text/html')
  @ApiOperation({ summary: 'A credit note as a page to print' })
  async print(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printable.creditNote(ctx, id, query);
    await this.answers.send({ document, format: 'html' }, request, reply);
  }

  @Get(':id/e-invoice')
  @AnswersDocument('application/xml', 'application/pdf', 'application/json')
  @Problems(eInvoiceNotPossible)
  @ApiOperation({
    summary: 'A credit note as electronic invoice (EN 16931)',
    description: 'Type 381, with the invoice that it credits. Credit on account has none.',
  })
  async eInvoice(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Query() { format = 'ubl', language, profile }: EInvoiceQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printable.creditNote(ctx, id, { language });
    await this.answers.send({ document, format, profile }, request, reply);
  }

  @Get(':id/e-invoice/check')
  @Asks('print')
  @Answers(EInvoiceCheckDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'What keeps a credit note from being an electronic invoice',
    description:
      'Each rule of the norm and of the profile that is not kept, with the member that is ' +
      'missing or wrong; asked before it is sent.',
  })
  async check(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Query() { format, language, profile }: EInvoiceQuery,
  ): Promise<EInvoiceCheckDto> {
    const document = await this.printable.creditNote(ctx, id, { language });
    return eInvoiceCheckOf(document, { format, profile });
  }
}
