import { Body, Controller, Get, Headers, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { DocumentRenderer } from '@quittance/documents';
import { renderingBusy, renderingFailed } from '@quittance/documents/host';
import {
  Answers,
  LargeBody,
  LinkRateLimit,
  Origin,
  Problems,
  Public,
  StrictRateLimit,
  type RequestOrigin,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import {
  contentChanged,
  DecideByLink,
  linkRevoked,
  OpenQuoteLink,
  pageExpired,
  PrintQuote,
  quoteExpired,
  quoteNotOpen,
  quoteSuperseded,
  reasonRequired,
  selectionInvalid,
} from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { looksAhead } from './looks-ahead.js';
import { sendQuoteFile } from './quote-file.js';
import {
  AcceptPublicQuoteDto,
  PublicAcceptanceDto,
  PublicDecisionDto,
  PublicQuoteDto,
  RejectPublicQuoteDto,
  RequestPublicChangesDto,
} from './public-quote.dto.js';

/** A drawn signature of 200 kB, and what is said beside it. */
const LARGEST_ACCEPTANCE = 320 * 1024;
const PDF = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } as const;
const REFUSALS = [notFound, linkRevoked, pageExpired, quoteNotOpen, quoteExpired, quoteSuperseded];

/** Quotes as whoever holds their link reads and answers them. A GET never decides anything. */
@ApiTags('Quotes')
@Public()
@Controller('public/quotes/:token')
export class PublicQuotesController {
  constructor(
    private readonly openLink: OpenQuoteLink,
    private readonly decide: DecideByLink,
    private readonly printed: PrintQuote,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get()
  @LinkRateLimit()
  @Answers(PublicQuoteDto)
  @Problems(notFound, linkRevoked)
  @ApiOperation({
    summary: 'The quote of a link',
    description: 'The first reading marks it as viewed; one that only looks ahead does not.',
  })
  async get(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PublicQuoteDto> {
    void reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    const asked = { token, ...origin, looksAhead: looksAhead(request) };
    const { quote, receipt, nonce } = await this.openLink.execute(asked);
    return { quote, receipt, nonce };
  }

  @Get('pdf')
  @StrictRateLimit()
  @Problems(notFound, linkRevoked, renderingBusy, renderingFailed)
  @ApiProduces('application/pdf')
  @ApiResponse({ status: 200, description: 'The PDF.', content: PDF })
  @ApiResponse({ status: 304, description: 'It has not changed.' })
  @ApiOperation({
    summary: 'The quote of a link as PDF',
    description:
      'Once it is accepted, the file that was made then. Reading it marks nothing as viewed.',
  })
  async pdf(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const made = await this.printed.pdfOfLink({ token, ...origin });
    await sendQuoteFile(this.renderer, made, request, reply);
  }

  @Post('accept')
  @HttpCode(200)
  @StrictRateLimit()
  @LargeBody(LARGEST_ACCEPTANCE)
  @Answers(PublicAcceptanceDto)
  @Problems(...REFUSALS, contentChanged, selectionInvalid, creditHoldHard, validationFailed)
  @ApiOperation({ summary: 'Accept a quote' })
  async accept(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() { nonce, ...input }: AcceptPublicQuoteDto,
  ): Promise<PublicAcceptanceDto> {
    const action = { token, nonce, ...origin, userAgent: userAgent ?? null };
    const { quote, receipt } = await this.decide.accept(action, input);
    return { ...decision(quote), receipt };
  }

  @Post('reject')
  @HttpCode(200)
  @StrictRateLimit()
  @Answers(PublicDecisionDto)
  @Problems(...REFUSALS, reasonRequired)
  @ApiOperation({ summary: 'Reject a quote, with the reason' })
  async reject(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Body() { nonce, reason = '' }: RejectPublicQuoteDto,
  ): Promise<PublicDecisionDto> {
    return decision(await this.decide.reject({ token, nonce, ...origin }, reason));
  }

  @Post('request-changes')
  @HttpCode(200)
  @StrictRateLimit()
  @Answers(PublicDecisionDto)
  @Problems(...REFUSALS, reasonRequired, validationFailed)
  @ApiOperation({ summary: 'Ask for changes of a quote' })
  async requestChanges(
    @Param('token') token: string,
    @Origin() origin: RequestOrigin,
    @Body() { nonce, name, message, lines = [] }: RequestPublicChangesDto,
  ): Promise<PublicDecisionDto> {
    const changes = { name, message, lines };
    return decision(await this.decide.requestChanges({ token, nonce, ...origin }, changes));
  }
}

function decision({ number, status, total }: PublicDecisionDto): PublicDecisionDto {
  return { number, status, total };
}
