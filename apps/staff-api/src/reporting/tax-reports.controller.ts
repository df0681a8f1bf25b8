import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersWholeList,
  Problems,
  RequestCtx,
  Resource,
  WholeListParams,
  fieldsHidden,
  notAcceptable,
  wholeList,
  type WholeListCall,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import {
  EC_SALES_COLUMNS,
  isOfOneStopShop,
  ReadTaxReport,
  TAX_REPORT_COLUMNS,
} from '@quittance/reporting/host';
import { PeriodQuery } from './report.dto.js';
import { ReportPeriods } from './report-periods.js';
import { EcSalesLineDto, TaxReportLineDto } from './tax-report.dto.js';

/** What a company declares of its sales, as JSON, CSV or JSON Lines. */
@ApiTags('Reports')
@Resource('reports')
@Controller('reports')
export class TaxReportsController {
  constructor(
    private readonly periods: ReportPeriods,
    private readonly report: ReadTaxReport,
  ) {}

  @Get('tax')
  @AnswersWholeList(TaxReportLineDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'Net and tax of a period by registration, category, ground, rate and currency',
    description:
      'Documents count on the date they bear, credit notes on their own; what is void is taken ' +
      'back on the day on which it became so. Invoices count once they were sent or paid. From ' +
      'the first of the month to today unless said otherwise.',
  })
  async tax(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: PeriodQuery,
  ) {
    const lines = await this.report.taxes(ctx, await this.periods.of(ctx, query));
    return wholeList(ctx, lines, TAX_REPORT_COLUMNS, call);
  }

  @Get('one-stop-shop')
  @AnswersWholeList(TaxReportLineDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'What of the tax report is declared under a One-Stop-Shop, by country of consumption',
  })
  async oneStopShop(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: PeriodQuery,
  ) {
    const lines = await this.report.taxes(ctx, await this.periods.of(ctx, query));
    return wholeList(ctx, lines.filter(isOfOneStopShop), TAX_REPORT_COLUMNS, call);
  }

  @Get('ec-sales-list')
  @AnswersWholeList(EcSalesLineDto)
  @Problems(validationFailed, notAcceptable, fieldsHidden)
  @ApiOperation({
    summary: 'What was sold to businesses of other member states, by their ids',
    description: 'Goods (article 138), services (196) and triangulation (141), each by itself.',
  })
  async ecSales(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: PeriodQuery,
  ) {
    requireBuyersShown(ctx);
    const lines = await this.report.sales(ctx, await this.periods.of(ctx, query));
    return wholeList(ctx, lines, EC_SALES_COLUMNS, call);
  }
}

/** By which the list of sales names buyers: as they are, and as documents say they were. */
const BUYERS = {
  accounts: ['name', 'taxRegistration'],
  invoices: ['billTo', 'accountId'],
  'credit-notes': ['billTo', 'accountId'],
} as const;

/**
 * The list names buyers and their ids: without them it is none.
 * @throws DomainError fields_hidden
 */
function requireBuyersShown(ctx: Ctx): void {
  requireShown(ctx, BUYERS);
}

/** @throws DomainError fields_hidden */
function requireShown(ctx: Ctx, told: Readonly<Record<string, readonly string[]>>): void {
  const kept = Object.entries(told).find(([resource, names]) => {
    const hidden = sight.hidden(ctx, { resource });
    return names.some((name) => hidden?.has(name));
  });
  if (kept) throw fieldsHidden({ resource: kept[0] });
}
