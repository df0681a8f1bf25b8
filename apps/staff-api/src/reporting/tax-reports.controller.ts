import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { parseLocalDate } from '@quittance/calendar';
import {
  AnswersList,
  AnswersWholeList,
  ListParams,
  Lists,
  Problems,
  RequestCtx,
  Resource,
  WholeListParams,
  fieldsHidden,
  notAcceptable,
  permissionDenied,
  wholeList,
  type ListCall,
  type WholeListCall,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import {
  EC_SALES_COLUMNS,
  isOfOneStopShop,
  ReadTaxReport,
  TAX_REPORT_COLUMNS,
  taxDocumentsList,
} from '@quittance/reporting/host';
import { PeriodQuery } from './report.dto.js';
import { ReportPeriods } from './report-periods.js';
import {
  EcSalesLineDto,
  TaxDocumentDto,
  TaxDocumentsQuery,
  TaxReportLineDto,
} from './tax-report.dto.js';

/** What may be asked of the documents is the same for every period. */
const DAY = parseLocalDate('2026-01-01');
const DOCUMENTS = taxDocumentsList({ from: DAY, to: DAY }, { timeZone: 'UTC', codesOfGoods: [] });

/** What a company declares of its sales, as JSON, CSV or JSON Lines. */
@ApiTags('Reports')
@Resource('reports')
@Controller('reports')
export class TaxReportsController {
  constructor(
    private readonly periods: ReportPeriods,
    private readonly report: ReadTaxReport,
    private readonly lists: Lists,
  ) {}

  @Get('tax')
  @AnswersWholeList(TaxReportLineDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'Net and tax of a period by registration, category, ground, rate and currency',
    description:
      'Documents count on the date they bear, credit notes on their own; what is void is taken ' +
      'back on the day on which it became so. Invoices count once they were sent or paid. From ' +
      'the first of the month to today unless said otherwise. Each line says where its documents ' +
      'are listed.',
  })
  async tax(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: PeriodQuery,
  ) {
    const lines = await this.report.taxes(ctx, await this.periods.of(ctx, query));
    return wholeList(ctx, lines, TAX_REPORT_COLUMNS, call);
  }

  @Get('tax-documents')
  @AnswersList(TaxDocumentDto, DOCUMENTS)
  @Problems(validationFailed, fieldsHidden, permissionDenied)
  @ApiOperation({
    summary: 'What each document adds to each line of the tax report',
    description:
      'A document stands once for each line that it is part of, with what it adds to that: ' +
      '`documentsPath` of a line filters those of it, which come to its net, base and tax. For ' +
      'whoever may look at invoices and credit notes.',
  })
  async documents(
    @RequestCtx() ctx: Ctx,
    @ListParams('from', 'to') call: ListCall,
    @Query() query: TaxDocumentsQuery,
  ) {
    requireDocumentsShown(ctx);
    const list = await this.report.documents(ctx, await this.periods.of(ctx, query));
    return this.lists.answer(ctx, list, call);
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

/** What names a document, and says what it is. */
const NAMED = ['number', 'accountId', 'issueDate', 'currency', 'lines'];
const DOCUMENTS_OF = { invoices: NAMED, 'credit-notes': NAMED } as const;

/**
 * The list names buyers and their ids: without them it is none.
 * @throws DomainError fields_hidden
 */
function requireBuyersShown(ctx: Ctx): void {
  requireShown(ctx, BUYERS);
}

/**
 * Each row is of a document: what is made of those that somebody may not look at is for them no
 * more than the sums.
 * @throws DomainError permission_denied, fields_hidden
 */
function requireDocumentsShown(ctx: Ctx): void {
  const denied = Object.keys(DOCUMENTS_OF).find((each) => !ctx.permissions.can(each, 'view'));
  if (denied !== undefined) throw permissionDenied({ resource: denied, action: 'view' });
  requireShown(ctx, DOCUMENTS_OF);
}

/** @throws DomainError fields_hidden */
function requireShown(ctx: Ctx, told: Readonly<Record<string, readonly string[]>>): void {
  const kept = Object.entries(told).find(([resource, names]) => {
    const hidden = sight.hidden(ctx, { resource });
    return names.some((name) => hidden?.has(name));
  });
  if (kept) throw fieldsHidden({ resource: kept[0] });
}
