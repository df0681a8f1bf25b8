import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { parseLocalDate } from '@quittance/calendar';
import { DocumentRenderer } from '@quittance/documents';
import { renderingBusy, renderingFailed } from '@quittance/documents/host';
import { Answers, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { CustomerHome, referenceNotFound } from '@quittance/portal/host';
import { CompanyCalendar } from '@quittance/receivables';
import { checkedPeriod, ReadStatement, statementTooLong } from '@quittance/reporting/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { AnswersPdf, sendPdf } from '../documents.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import {
  CustomerStatementDto,
  CustomerStatementFormatQuery,
  CustomerStatementPdfQuery,
  CustomerStatementQuery,
} from './home.dto.js';
import { statementCsv } from './statement-csv.js';

const CSV = 'text/csv';
const PDF = 'application/pdf';

/** What happened on an account of the customer, for those who see all of it. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'], reach: 'account' })
@Controller(`${CUSTOMER}/statement`)
export class CustomerStatementController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly home: CustomerHome,
    private readonly calendar: CompanyCalendar,
    private readonly statements: ReadStatement,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get()
  @Answers(CustomerStatementDto)
  @ApiProduces('application/json', CSV, PDF)
  @Problems(
    notFound,
    referenceNotFound,
    validationFailed,
    statementTooLong,
    renderingBusy,
    renderingFailed,
  )
  @ApiOperation({
    summary: 'A statement of account for a period',
    description:
      'In each currency it opens with the balance of the day before. As CSV one row a movement, ' +
      'between those of what each currency opens and closes with.',
  })
  async find(
    @PortalCaller() ctx: PortalCtx,
    @Query() query: CustomerStatementFormatQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (query.format === 'pdf') return this.pdf(ctx, query, request, reply);
    const { id, period, within } = await this.asked(ctx, query);
    const { ledgerAccountId: _, ...whole } = await this.statements.execute(within, id, period);
    const { currency = null } = query;
    const currencies = whole.currencies.filter(
      (each) => (currency ?? each.currency) === each.currency,
    );
    const statement = { ...whole, currencies };
    if (query.format !== 'csv') return void (await reply.send(statement));
    const { from, to } = statement;
    await reply
      .headers({
        'content-type': `${CSV}; charset=utf-8`,
        'content-disposition': `attachment; filename="statement-${from}-${to}.csv"`,
        'x-content-type-options': 'nosniff',
      })
      .send(statementCsv(statement));
  }

  @Get('pdf')
  @AnswersPdf()
  @Problems(referenceNotFound, validationFailed, statementTooLong)
  @ApiOperation({ summary: 'A statement of account as PDF, in one currency' })
  async pdf(
    @PortalCaller() ctx: PortalCtx,
    @Query() query: CustomerStatementPdfQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { id, period, within } = await this.asked(ctx, query);
    const { currency = null, language = null } = query;
    const print = { ...period, currency, language };
    const document = await this.statements.printable(within, id, print);
    await sendPdf(this.renderer, document, request, reply);
  }

  private async asked(ctx: PortalCtx, { accountId, from, to }: CustomerStatementQuery) {
    const { accountId: account, within } = await this.records.account(ctx, accountId);
    const last = to ?? (await this.calendar.today(ctx));
    const period = checkedPeriod(from ?? parseLocalDate(`${last.slice(0, 8)}01`), last);
    return { id: await this.home.ledgerAccountOf(ctx, account), period, within };
  }
}
