import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Public } from '../access/marks.js';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { unauthenticated } from '../http.errors.js';
import { Problems } from '../problems/problems.decorator.js';
import type { ApiRequest } from '../requests/api-request.js';
import { Metrics } from './metrics.js';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

@Controller('metrics')
@Public()
@ApiTags('Operation')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  /** The figures of this process, for whoever holds `METRICS_TOKEN` or, without one, this machine. */
  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @Problems(unauthenticated)
  @ApiOperation({ summary: 'Figures for Prometheus' })
  scrape(@Req() request: ApiRequest): Promise<string> {
    if (!this.mayScrape(request)) throw unauthenticated();
    return this.metrics.registry.metrics();
  }

  private mayScrape({ bearer, socket, headers }: ApiRequest): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === null) {
      // What a proxy on this machine passes on comes from elsewhere.
      const direct = !('x-forwarded-for' in headers) && !('forwarded' in headers);
      return direct && LOOPBACK.test(socket.remoteAddress ?? '');
    }
    return bearer !== undefined && same(bearer, metricsToken);
  }
}

function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
