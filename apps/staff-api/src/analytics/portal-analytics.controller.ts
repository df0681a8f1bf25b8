import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ReadPortalUsage,
  usageDayList,
  usageDaysBetween,
  usageEventList,
} from '@quittance/analytics/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  Problems,
  RequestCtx,
  Resource,
  WholeCompany,
  type ListCall,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import {
  FunnelDto,
  PortalUsageDayDto,
  PortalUsageEventDto,
  UsageFiguresDto,
  UsageFiguresQuery,
  PortalUsageQuery,
  UsageDaysQuery,
} from './portal-analytics.dto.js';

/** How customers, partners and vendors use their portals. */
@ApiTags('Portal analytics')
@Resource('portal-analytics')
@WholeCompany('everything')
@Controller('portal-analytics')
export class PortalAnalyticsController {
  constructor(
    private readonly usage: ReadPortalUsage,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Answers(UsageFiguresDto)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Figures of some days, for a directory, account or channel' })
  figures(
    @RequestCtx() ctx: Ctx,
    @Query() { by, ...ask }: UsageFiguresQuery,
  ): Promise<UsageFiguresDto> {
    return this.usage.figures(ctx, ask, by ?? null);
  }

  @Get('funnel')
  @Answers(FunnelDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'How far users came from the catalogue to an order',
    description: 'In this order and within 7 days, all of it on the days that are asked for.',
  })
  async funnel(@RequestCtx() ctx: Ctx, @Query() ask: PortalUsageQuery): Promise<FunnelDto> {
    return { steps: await this.usage.funnel(ctx, ask) };
  }

  @Get('events')
  @AnswersList(PortalUsageEventDto, usageEventList)
  @ApiOperation({ summary: 'List the uses of the last 400 days' })
  events(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, usageEventList, call);
  }

  @Get('export')
  @AnswersList(PortalUsageDayDto, usageDayList)
  @ApiOperation({
    summary: 'The sums of each day, today as far as it is over',
    description: 'As every list; CSV and JSON Lines ask for the right to export.',
  })
  @Problems(validationFailed)
  export(
    @RequestCtx() ctx: Ctx,
    @ListParams('from', 'to') call: ListCall,
    @Query() { from, to }: UsageDaysQuery,
  ) {
    return this.lists.answer(ctx, usageDayList, call, usageDaysBetween(from, to));
  }
}
