import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { preconditionFailed } from '@quittance/database';
import { DocumentRenderer, documentWithoutPrices } from '@quittance/documents';
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
import { invalidField, notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import {
  AcceptCustomerQuote,
  approvalPending,
  approvalsAskedTooOften,
  noApproverAvailable,
  poNumberRequired,
} from '@quittance/portal/host';
import {
  DecideInPortal,
  PrintQuote,
  QuoteQueries,
  quoteExpired,
  quoteNotOpen,
  quoteSuperseded,
  reasonRequired,
  selectionInvalid,
  ViewQuote,
  type QuoteId,
} from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { CustomerRecords } from '../customer-records.js';
import { AnswersPdf, sendKeptPdf, sendPdf } from '../documents.js';
import { looks } from '../looks.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalQuotes, QUOTE, RECEIPT } from '../shown/quotes.js';
import {
  AcceptCustomerQuoteDto,
  AcceptedQuoteDto,
  CustomerQuoteDto,
  CustomerQuoteHeadDto,
  RejectCustomerQuoteDto,
  RequestQuoteChangesDto,
} from './quote.dto.js';
import { changesOf } from './wishes.js';

/** What a customer is offered. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/quotes`)
export class CustomerQuotesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly queries: QuoteQueries,
    private readonly view: ViewQuote,
    private readonly accepting: AcceptCustomerQuote,
    private readonly decide: DecideInPortal,
    private readonly print: PrintQuote,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get()
  @AnswersList(CustomerQuoteHeadDto, documentedList(portalQuotes))
  @ApiOperation({ summary: 'List the quotes' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalQuotes, call);
  }

  @Get('export')
  @AnswersExport(CustomerQuoteHeadDto, documentedList(portalQuotes))
  @ApiOperation({ summary: 'Download the quotes' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.records.export(ctx, portalQuotes, call, format);
  }

  @Get(':id')
  @Answers(CustomerQuoteDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'One quote with its lines',
    description: 'Reading it notes, once, who of the customer has seen it.',
  })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: QuoteId, @Req() request: FastifyRequest) {
    const reader = looks(request) ? this.view : undefined;
    return this.records.one(ctx, portalQuotes, id, QUOTE, (within) =>
      reader ? reader.execute(within, id) : this.queries.quote(within, id),
    );
  }

  @Get(':id/revisions')
  @AnswersList(CustomerQuoteHeadDto, documentedList(portalQuotes))
  @Problems(notFound)
  @ApiOperation({ summary: 'List the revisions of a quote that were sent' })
  async revisions(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @ListParams() call: ListCall,
  ) {
    await this.records.within(ctx, portalQuotes, id);
    return this.records.list(
      ctx,
      portalQuotes,
      call,
      (bind) => `q.number = (select r.number from sales.pub_quote r
        where r.company_id = $1::uuid and r.id = ${bind(id)}::uuid)`,
    );
  }

  @Get(':id/pdf')
  @AnswersPdf()
  @ApiOperation({
    summary: 'A quote as PDF',
    description: 'Without its columns of prices for those who may see none.',
  })
  async pdf(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const within = await this.records.within(ctx, portalQuotes, id);
    if (looks(request)) await this.view.execute(within, id);
    if (!ctx.portal.rights.has('seePricing')) {
      // Never the file that was signed, which is made of prices.
      const plain = documentWithoutPrices(await this.print.document(within, id));
      return sendPdf(this.renderer, plain, request, reply);
    }
    const made = await this.print.pdf(within, id);
    if ('bytes' in made) return sendKeptPdf(made, request, reply);
    await sendPdf(this.renderer, made, request, reply);
  }

  @PortalRoute({ directory: 'customer', rights: ['approveQuotes'] })
  @Post(':id/accept')
  @Answers(AcceptedQuoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    quoteNotOpen,
    quoteExpired,
    quoteSuperseded,
    selectionInvalid,
    poNumberRequired,
    creditHoldHard,
    noApproverAvailable,
    approvalsAskedTooOften,
    approvalPending,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Accept a quote',
    description:
      'Within the approval limit of the caller, tax and chosen options included; above it the ' +
      'quote stays sent and waits for somebody who may approve it.',
  })
  accept(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @Body() { version, options, termsAccepted, ...said }: AcceptCustomerQuoteDto,
  ) {
    if (!termsAccepted) throw invalidField('/termsAccepted', 'required', 'must be true');
    const { email, portalUserId } = ctx.portal;
    const input = { ...said, email, ...(options && { selections: options }) };
    const more = { quote: QUOTE, receipt: RECEIPT } as const;
    const says = { outcome: 'plain', approvalId: 'plain', ...more } as const;
    return this.records.one(ctx, portalQuotes, id, says, (within) =>
      this.accepting.execute(within, portalUserId, { id, version }, input),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['approveQuotes'] })
  @Post(':id/reject')
  @Answers(CustomerQuoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    quoteNotOpen,
    quoteExpired,
    quoteSuperseded,
    reasonRequired,
    validationFailed,
  )
  @ApiOperation({ summary: 'Reject a quote' })
  reject(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @Body() { version, reason }: RejectCustomerQuoteDto,
  ) {
    return this.records.one(ctx, portalQuotes, id, QUOTE, (within) =>
      this.decide.reject(within, { id, version }, reason),
    );
  }

  @PortalRoute({ directory: 'customer', rights: [['approveQuotes', 'createQuotes']] })
  @Post(':id/request-changes')
  @Answers(CustomerQuoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    quoteNotOpen,
    quoteExpired,
    quoteSuperseded,
    reasonRequired,
    validationFailed,
  )
  @ApiOperation({ summary: 'Ask for a quote that is otherwise' })
  requestChanges(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @Body() { version, ...wishes }: RequestQuoteChangesDto,
  ) {
    const changes = changesOf(wishes, ctx.portal.name);
    return this.records.one(ctx, portalQuotes, id, QUOTE, (within) =>
      this.decide.requestChanges(within, { id, version }, changes),
    );
  }
}
