import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../access/marks.js';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { unauthenticated } from '../http.errors.js';
import { Problems } from '../problems/problems.decorator.js';
import type { ApiRequest } from '../requests/api-request.js';
import { mayScrape } from './may-scrape.js';
import { METRICS_MEDIA_TYPE, Metrics } from './metrics.js';

@Controller('metrics')
@Public()
@ApiTags('Operation')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  /**
   * The figures of this process, for whoever holds `METRICS_TOKEN` or, without one, this machine.
   */
  @Get()
  @Header('content-type', METRICS_MEDIA_TYPE)
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @Problems(unauthenticated)
  @ApiOperation({ summary: 'Figures for Prometheus' })
  scrape(@Req() request: ApiRequest): Promise<string> {
    if (!mayScrape(request.raw, this.settings.metricsToken)) throw unauthenticated();
    return this.metrics.registry.metrics();
  }
}
