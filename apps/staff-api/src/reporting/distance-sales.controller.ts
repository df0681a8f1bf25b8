import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersWholeList,
  Problems,
  RequestCtx,
  Resource,
  WholeListParams,
  notAcceptable,
  wholeList,
  type WholeListCall,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import {
  DISTANCE_SALES_COLUMNS,
  DISTANCE_SALES_MONTH_COLUMNS,
  ReadDistanceSales,
} from '@quittance/reporting/host';
import {
  DistanceSalesCountDto,
  DistanceSalesMonthDto,
  DistanceSalesQuery,
} from './distance-sales.dto.js';

const COUNTED =
  'Goods and digital services to consumers of other member states, and to businesses without an ' +
  'id of one, net, of invoices that were sent or paid, on the date they bear. What is void does ' +
  'not count; credit notes are taken off on their own date, and of an invoice of an earlier year ' +
  'at the end of that. ';

/** What counts towards the threshold of distance sales, as JSON, CSV or JSON Lines. */
@ApiTags('Reports')
@Resource('reports')
@Controller('reports')
export class DistanceSalesController {
  constructor(private readonly report: ReadDistanceSales) {}

  @Get('distance-sales')
  @AnswersWholeList(DistanceSalesCountDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'How a year and the one before it stand to the threshold of distance sales',
    description:
      `${COUNTED}Nothing of a company that is not established in a member state. Each month is ` +
      'converted by the rate of its last day.',
  })
  async years(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() { year }: DistanceSalesQuery,
  ) {
    return wholeList(ctx, await this.report.years(ctx, year), DISTANCE_SALES_COLUMNS, call);
  }

  @Get('distance-sales-by-month')
  @AnswersWholeList(DistanceSalesMonthDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'Distance sales of a year and the one before it, by month and member state',
    description: `${COUNTED}Together they are what \`/reports/distance-sales\` tells of a year.`,
  })
  async months(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() { year }: DistanceSalesQuery,
  ) {
    return wholeList(ctx, await this.report.months(ctx, year), DISTANCE_SALES_MONTH_COLUMNS, call);
  }
}
