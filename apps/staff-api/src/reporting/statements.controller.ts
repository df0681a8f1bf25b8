import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { LedgerAccountId } from '@quittance/crm';
import { Answers, PathId, Problems, Repeats, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { ReadStatement, statementTooLong } from '@quittance/reporting/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersDocument } from '../documents/answers-document.js';
import { DocumentAnswers } from '../documents/document-answers.js';
import { ReportPeriods } from './report-periods.js';
import { PeriodQuery, StatementDto, StatementQuery } from './report.dto.js';

/** What happened on a customer's account. */
@ApiTags('Ledger accounts')
@Resource('ledger-accounts')
@Repeats('invoices', 'payments', 'credit-notes')
@Controller('ledger-accounts')
export class StatementsController {
  constructor(
    private readonly statements: ReadStatement,
    private readonly periods: ReportPeriods,
    private readonly answers: DocumentAnswers,
  ) {}

  @Get(':id/statement')
  @Answers(StatementDto)
  @Problems(notFound, validationFailed, statementTooLong)
  @ApiOperation({
    summary: 'A statement of account for a period',
    description:
      'Opening balance, every invoice, payment, refund and credit note with the balance after ' +
      'it, and the closing balance, for each currency.',
  })
  async find(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: LedgerAccountId,
    @Query() query: PeriodQuery,
  ): Promise<StatementDto> {
    return this.statements.execute(ctx, id, await this.periods.of(ctx, query));
  }

  @Get(':id/statement/pdf')
  @AnswersDocument('application/pdf')
  @Problems(validationFailed, statementTooLong)
  @ApiOperation({ summary: 'A statement of account as PDF, in one currency' })
  async pdf(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: LedgerAccountId,
    @Query() query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { currency = null, language = null } = query;
    const print = { ...(await this.periods.of(ctx, query)), currency, language };
    const document = await this.statements.printable(ctx, id, print);
    await this.answers.send({ document, format: 'pdf' }, request, reply);
  }
}
