import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { CompanyCalendar } from '@quittance/receivables';
import {
  AnswersList,
  AnswersWholeList,
  ListParams,
  Lists,
  Problems,
  RequestCtx,
  Resource,
  WholeListParams,
  notAcceptable,
  wholeList,
  type ListCall,
  type WholeListCall,
} from '@quittance/http/host';
import { invalidFields, validationFailed, type Ctx } from '@quittance/kernel';
import { isLocalDate, parseLocalDate, type LocalDate } from '@quittance/calendar';
import {
  COLLECTIONS_COLUMNS,
  ReadCollections,
  UtilisationRates,
  ageingList,
  cashList,
  cashTold,
  creditUtilisationList,
  quoteConversionList,
} from '@quittance/reporting/host';
import {
  AgeingLineDto,
  CashLineDto,
  CollectionsLineDto,
  PeriodQuery,
  QuoteConversionLineDto,
  UtilisationLineDto,
} from './report.dto.js';
import { ReportPeriods } from './report-periods.js';

/** What may be asked of a report is the same for every period. */
const DAY = parseLocalDate('2026-01-01');
const DAY_SCHEMA = { type: 'string', format: 'date' } as const;

/** Sums over a company's documents, as JSON, CSV or JSON Lines. */
@ApiTags('Reports')
@Resource('reports')
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly lists: Lists,
    private readonly calendar: CompanyCalendar,
    private readonly periods: ReportPeriods,
    private readonly collections: ReadCollections,
    private readonly rates: UtilisationRates,
  ) {}

  @Get('ageing')
  @AnswersList(AgeingLineDto, ageingList(DAY, 'UTC'))
  @ApiQuery({ name: 'asOf', required: false, schema: DAY_SCHEMA })
  @Problems(validationFailed)
  @ApiOperation({ summary: 'What each customer owes, by days since the due date' })
  async ageing(
    @RequestCtx() ctx: Ctx,
    @ListParams('asOf') call: ListCall,
    @Query('asOf') asOf?: string,
  ) {
    const day = dayOf('asOf', asOf) ?? (await this.calendar.today(ctx));
    const list = ageingList(day, await this.calendar.timeZone(ctx));
    return this.lists.answer(ctx, list, call);
  }

  @Get('cash-received')
  @AnswersList(CashLineDto, cashList({ from: DAY, to: DAY }))
  @ApiQuery({ name: 'from', required: false, schema: DAY_SCHEMA })
  @ApiQuery({ name: 'to', required: false, schema: DAY_SCHEMA })
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'What came in and went back, by day, method and currency',
    description: 'From the first of the month to today unless said otherwise.',
  })
  async cash(
    @RequestCtx() ctx: Ctx,
    @ListParams('from', 'to') call: ListCall,
    @Query('from') from?: string,
    @Query('to') to?: string,
  ) {
    const period = await this.periods.of(ctx, { from: dayOf('from', from), to: dayOf('to', to) });
    return this.lists.answer(ctx, cashList(period, cashTold(ctx)), call);
  }

  @Get('collections')
  @AnswersWholeList(CollectionsLineDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'How well a company collects, by currency',
    description: 'Collections effectiveness, average days to pay and days sales outstanding.',
  })
  async collected(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: PeriodQuery,
  ) {
    const lines = await this.collections.execute(ctx, await this.periods.of(ctx, query));
    return wholeList(ctx, lines, COLLECTIONS_COLUMNS, call);
  }

  @Get('quote-conversion')
  @AnswersList(QuoteConversionLineDto, quoteConversionList({ from: DAY, to: DAY }, 'UTC'))
  @ApiQuery({ name: 'from', required: false, schema: DAY_SCHEMA })
  @ApiQuery({ name: 'to', required: false, schema: DAY_SCHEMA })
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'What became of quotes, by the month they were first sent in, owner and currency',
    description:
      'A quote counts once, with what became of its newest revision, as far as the caller may ' +
      'see quotes. Those of the month so far unless said otherwise.',
  })
  async quoteConversion(
    @RequestCtx() ctx: Ctx,
    @ListParams('from', 'to') call: ListCall,
    @Query('from') from?: string,
    @Query('to') to?: string,
  ) {
    const period = await this.periods.of(ctx, { from: dayOf('from', from), to: dayOf('to', to) });
    const list = quoteConversionList(period, await this.calendar.timeZone(ctx));
    return this.lists.answer(ctx, list, call);
  }

  @Get('credit-utilisation')
  @AnswersList(UtilisationLineDto, creditUtilisationList([]))
  @ApiOperation({
    summary: 'How much of their credit customers use',
    description:
      'Those that have a limit, owe anything or are held, by the rates of today, of those that ' +
      'whoever asks may see.',
  })
  async utilisation(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const list = creditUtilisationList(await this.rates.execute(ctx));
    return this.lists.answer(ctx, list, call);
  }
}

/** @throws DomainError validation_failed */
function dayOf(parameter: string, text: string | undefined): LocalDate | undefined {
  if (text === undefined || isLocalDate(text)) return text;
  const message = 'must be a calendar date YYYY-MM-DD';
  throw invalidFields([{ parameter, code: 'format', message }]);
}
