import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PathId, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { PrintQuote, type QuoteId } from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersDocument } from './answers-document.js';
import { DocumentAnswers } from './document-answers.js';
import { PrintQuery } from './document.dto.js';

/** Quotes as their customers get them. */
@ApiTags('Quotes')
@Resource('quotes')
@Controller('quotes')
export class QuoteDocumentsController {
  constructor(
    private readonly printed: PrintQuote,
    private readonly answers: DocumentAnswers,
  ) {}

  @Get(':id/pdf')
  @AnswersDocument('application/pdf')
  @ApiOperation({
    summary: 'A quote as PDF',
    description:
      'In the language of the quote, unless another is asked for. Of one that was accepted it is ' +
      'the file that was made then, which alone shows the signature.',
  })
  async pdf(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const made = await this.printed.pdf(ctx, id, query);
    if ('bytes' in made) return this.answers.sendKept(made, request, reply);
    await this.answers.send({ document: made, format: 'pdf' }, request, reply);
  }

  @Get(':id/print')
  @AnswersDocument('text/html')
  @ApiOperation({ summary: 'A quote as a page to print, without a signature' })
  async print(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printed.document(ctx, id, query);
    await this.answers.send({ document, format: 'html' }, request, reply);
  }
}
