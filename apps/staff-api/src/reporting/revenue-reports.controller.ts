import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { exchangeRateMissing } from '@quittance/crm/host';
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
import { COHORT_COLUMNS, ReadCohorts, ReadRevenue, REVENUE_COLUMNS } from '@quittance/sales/host';
import { CohortLineDto, CohortsQuery, RevenueLineDto, RevenueQuery } from './revenue.dto.js';

/** What subscriptions bring in, within the record scope of whoever asks. */
@ApiTags('Reports')
@Resource('reports')
@Controller('reports')
export class RevenueReportsController {
  constructor(
    private readonly revenue: ReadRevenue,
    private readonly cohorts: ReadCohorts,
  ) {}

  @Get('recurring-revenue')
  @AnswersWholeList(RevenueLineDto)
  @Problems(validationFailed, notAcceptable, exchangeRateMissing)
  @ApiOperation({
    summary: 'Monthly recurring revenue and its movements, by month and currency',
    description:
      'Of active and past due subscriptions at the end of each month, before tax, without usage. ' +
      'What was made with a day of a month that was over by then is told where it was made, ' +
      'unless `restated`.',
  })
  async movements(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: RevenueQuery,
  ) {
    const { level = 'account', base, ...asked } = query;
    const ask = { ...asked, ...scopeOf(query), level, base: base === 'true' };
    return wholeList(ctx, await this.revenue.execute(ctx, ask), REVENUE_COLUMNS, call);
  }

  @Get('revenue-cohorts')
  @AnswersWholeList(CohortLineDto)
  @Problems(validationFailed, notAcceptable)
  @ApiOperation({
    summary: 'What is left of customers that began in the same month',
    description: 'Customers and their revenue, month by month until today, by currency.',
  })
  async retention(
    @RequestCtx() ctx: Ctx,
    @WholeListParams() call: WholeListCall,
    @Query() query: CohortsQuery,
  ) {
    const ask = { ...query, ...scopeOf(query) };
    return wholeList(ctx, await this.cohorts.execute(ctx, ask), COHORT_COLUMNS, call);
  }
}

function scopeOf({ accountId, planId, restated }: CohortsQuery) {
  const narrowed = { accountId: accountId ?? null, planId: planId ?? null };
  return { ...narrowed, restated: restated === 'true' };
}
