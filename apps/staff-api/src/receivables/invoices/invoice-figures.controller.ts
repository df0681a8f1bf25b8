import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { InvoiceFigures, invoiceList } from '@quittance/receivables/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import {
  invalidFields,
  notFound,
  validationFailed,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { isLocalDate, parseLocalDate, type LocalDate } from '@quittance/calendar';
import {
  AsOfQuery,
  InvoiceProofDto,
  InvoiceStatisticsDto,
  OverdueInvoiceDto,
} from './invoice-figures.dto.js';

/** What may be asked of the list is the same every day. */
const documented = { ...invoiceList(parseLocalDate('2026-01-01')), defaultSort: 'dueDate' };

/** Sums over invoices, what is overdue, and the proof of a balance. */
@ApiTags('Invoices')
@Resource('invoices')
@Controller('invoices')
export class InvoiceFiguresController {
  constructor(
    private readonly lists: Lists,
    private readonly figures: InvoiceFigures,
  ) {}

  @Get('statistics')
  @Answers(InvoiceStatisticsDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Count, total, balance, ageing and days sales outstanding',
    description:
      'By status and currency. With `asOf` as things stood at the end of that day: invoices ' +
      'issued until then, with the payments and credits dated until then.',
  })
  statistics(@RequestCtx() ctx: Ctx, @Query() { asOf }: AsOfQuery): Promise<InvoiceStatisticsDto> {
    return this.figures.statistics(ctx, asOf);
  }

  @Get('overdue')
  @AnswersList(OverdueInvoiceDto, documented)
  @ApiQuery({
    name: 'asOf',
    required: false,
    schema: { type: 'string', format: 'date' },
    description: 'As things stood at the end of this day.',
  })
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Invoices with money open after their due date, whatever was sent' })
  async overdue(
    @RequestCtx() ctx: Ctx,
    @ListParams('asOf') call: ListCall,
    @Query('asOf') asOf?: string,
  ) {
    const { definition, narrowing } = await this.figures.overdue(ctx, dayOf(asOf));
    return this.lists.answer(ctx, definition, call, narrowing);
  }

  @Get(':id/proof')
  @Repeats('invoices', 'payments', 'credit-notes')
  @Answers(InvoiceProofDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'Prove the balance of an invoice',
    description:
      'Every payment, refund and credit with the balance after it, the sums beside what the ' +
      'invoice keeps, and for each tax its base, exact amount, rounding and the cents moved.',
  })
  proof(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceProofDto> {
    return this.figures.proof(ctx, id);
  }
}

/** @throws DomainError validation_failed */
function dayOf(asOf: string | undefined): LocalDate | undefined {
  if (asOf === undefined || isLocalDate(asOf)) return asOf;
  const message = 'must be a calendar date YYYY-MM-DD';
  throw invalidFields([{ parameter: 'asOf', code: 'format', message }]);
}
