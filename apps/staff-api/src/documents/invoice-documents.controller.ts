import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PrintableQueries } from '@quittance/receivables/host';
import { eInvoiceCheckOf, eInvoiceNotPossible } from '@quittance/documents/host';
import { Answers, Asks, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersDocument } from './answers-document.js';
import { DocumentAnswers } from './document-answers.js';
import { EInvoiceCheckDto, EInvoiceQuery, PrintQuery } from './document.dto.js';

/** Invoices as their customers get them. */
@ApiTags('Invoices')
@Resource('invoices')
@Controller('invoices')
export class InvoiceDocumentsController {
  constructor(
    private readonly printable: PrintableQueries,
    private readonly answers: DocumentAnswers,
  ) {}

  @Get(':id/pdf')
  @AnswersDocument('application/pdf')
  @ApiOperation({
    summary: 'An invoice as PDF',
    description:
      'PDF/A-3 with the company’s own name, address, tax registration and logo, and the payment ' +
      'link and its code where a payment page is open. The same invoice gives the same bytes.',
  })
  async pdf(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send(
      { document: await this.printable.invoice(ctx, id, query), format: 'pdf' },
      request,
      reply,
    );
  }

  @Get(':id/print')
  @AnswersDocument('text/html')
  @ApiOperation({ summary: 'An invoice as a page to print' })
  async print(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printable.invoice(ctx, id, query);
    await this.answers.send({ document, format: 'html' }, request, reply);
  }

  @Get(':id/e-invoice')
  @AnswersDocument('application/xml', 'application/pdf', 'application/json')
  @Problems(eInvoiceNotPossible)
  @ApiOperation({
    summary: 'An invoice as electronic invoice (EN 16931)',
    description:
      'The rules of EN 16931 are checked first. What is missing is refused, each with its rule; ' +
      'so are drafts, void invoices, and currencies of more than two decimals.',
  })
  async eInvoice(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Query() { format = 'ubl', language, profile }: EInvoiceQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printable.invoice(ctx, id, { language });
    await this.answers.send({ document, format, profile }, request, reply);
  }

  @Get(':id/e-invoice/check')
  @Asks('print')
  @Answers(EInvoiceCheckDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'What keeps an invoice from being an electronic invoice',
    description:
      'Each rule of the norm and of the profile that is not kept, with the member that is ' +
      'missing or wrong; asked before it is sent.',
  })
  async check(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Query() { format, language, profile }: EInvoiceQuery,
  ): Promise<EInvoiceCheckDto> {
    const document = await this.printable.invoice(ctx, id, { language });
    return eInvoiceCheckOf(document, { format, profile });
  }
}
