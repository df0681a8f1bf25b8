import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { OpenCase } from '@quittance/crm/host';
import { Database } from '@quittance/database';
import { DocumentRenderer, documentWithoutPrices } from '@quittance/documents';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import {
  findListed,
  partnerQuotesWithin,
  PrintCommissionStatement,
  quotableRegistration,
  registrationStatusConflict,
  shownQuotes,
  shownStatements,
  statementsWithin,
  type RegistrationId,
  type StatementId,
} from '@quittance/partner/host';
import { RaiseQuoteRequest, withinReach, type PortalCtx } from '@quittance/portal';
import { quoteRequestEmpty, referenceNotFound } from '@quittance/portal/host';
import { PrintQuote, type QuoteId } from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersPdf, sendPdf } from '../customer/documents.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { partnerScopeOf, seesPrices } from './partner-scope-of.js';
import {
  DealQuoteRequestDto,
  QueryStatementDto,
  RequestDealQuoteDto,
  StatementQueryDto,
} from './partner.dto.js';

const MONEY = { directory: 'partner', rights: ['viewInvoices', 'seePricing'] } as const;

/** What a partner asks for: quotes on its deals, and why a statement says what it says. */
@ApiTags(TAGS.partner)
@PortalRoute({ directory: 'partner' })
@Controller(PREFIXES.partner)
export class DealQuotesController {
  constructor(
    private readonly db: Database,
    private readonly raise: RaiseQuoteRequest,
    private readonly print: PrintQuote,
    private readonly renderer: DocumentRenderer,
    private readonly openCase: OpenCase,
    private readonly printStatement: PrintCommissionStatement,
  ) {}

  @Post('deal-registrations/:id/request-quote')
  @PortalRoute({ directory: 'partner', rights: ['createQuotes'] })
  @Answers(DealQuoteRequestDto, 201)
  @Problems(
    notFound,
    registrationStatusConflict,
    referenceNotFound,
    quoteRequestEmpty,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Ask a quote for the end customer of a registration',
    description: 'Of one that is approved, or a deal by now.',
  })
  async requestQuote(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RegistrationId,
    @Body() asked: RequestDealQuoteDto,
  ) {
    const { partnerId, opportunityName } = await this.db.read(ctx, async (tx) =>
      quotableRegistration(tx, id, await partnerScopeOf(tx, ctx.portal)),
    );
    const made = await this.raise.execute(withinReach(ctx), ctx.portal, {
      ...asked,
      title: asked.title ?? opportunityName,
      // Whether the end customer is on hold is nothing that a partner is told.
      accountId: null,
      registration: { id, partnerId },
      submit: true,
    });
    const { id: requestId, status, submittedAt } = made;
    return { id: requestId, status, registrationId: id, submittedAt } as DealQuoteRequestDto;
  }

  @Get('quotes/:id/pdf')
  @AnswersPdf()
  @ApiOperation({
    summary: 'A quote on a deal of the partner as PDF',
    description: 'Without its columns of prices for those who may see none.',
  })
  async quotePdf(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.db.read(ctx, async (tx) => {
      const within = partnerQuotesWithin(await partnerScopeOf(tx, ctx.portal));
      return findListed(tx, shownQuotes(false), id, within);
    });
    if (!found) throw notFound({ object: 'quote' });
    const quote = await this.print.document(withinReach(ctx), id);
    const document = seesPrices(ctx) ? quote : documentWithoutPrices(quote);
    await sendPdf(this.renderer, document, request, reply);
  }

  @Get('commission-statements/:id/pdf')
  @PortalRoute(MONEY)
  @AnswersPdf()
  @ApiOperation({ summary: 'A statement with its entries as PDF' })
  async statementPdf(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: StatementId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.statement(ctx, id);
    const sold = ctx.portal.rights.has('viewOrders');
    const document = await this.printStatement.document(withinReach(ctx), id, { sold });
    await sendPdf(this.renderer, document, request, reply);
  }

  @Post('commission-statements/:id/query')
  @PortalRoute(MONEY)
  @Answers(StatementQueryDto, 201)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Ask about a statement: opens a case' })
  async query(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: string,
    @Body() { message }: QueryStatementDto,
  ): Promise<StatementQueryDto> {
    const { month, currency } = await this.statement(ctx, id);
    const opened = await this.openCase.execute(withinReach(ctx), {
      accountId: null,
      contactId: null,
      portalUserId: ctx.portal.portalUserId,
      subject: `Commission statement ${month.slice(0, 7)} ${currency}: ${ctx.portal.partyName}`,
      description: message,
    });
    return { caseId: opened.id, number: String(opened.number) };
  }

  /** @throws DomainError not_found where it is of another partner, or was not approved */
  private async statement(ctx: PortalCtx, id: string) {
    const found = await this.db.read(ctx, async (tx) => {
      const within = statementsWithin(await partnerScopeOf(tx, ctx.portal));
      return findListed(tx, shownStatements, id, within);
    });
    if (!found) throw notFound({ object: 'statement' });
    return found;
  }
}
