import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadForecast, type Forecast } from '@quittance/crm/host';
import { Answers, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { DealForecastDto, ForecastQuery } from './forecast.dto.js';

/** What deals are expected to bring, and what they brought. */
@ApiTags('Forecast')
@Resource('forecast')
@Controller('forecast')
export class ForecastController {
  constructor(private readonly forecast: ReadForecast) {}

  @Get()
  @Answers(DealForecastDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Pipeline, weighted and won by period, owner and pipeline',
    description:
      'Open deals by the day they are expected to close, those without one left out; won and ' +
      'lost ones by the day they closed.',
  })
  find(@RequestCtx() ctx: Ctx, @Query() query: ForecastQuery): Promise<Forecast> {
    const { groupBy = ['period'], period = 'month', ...days } = query;
    return this.forecast.execute(ctx, { groupBy, period, ...days });
  }
}
