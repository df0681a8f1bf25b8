import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@quittance/http/host';
import { TaxWatch, type Fallback } from '@quittance/tax/host';
import { Counter } from 'prom-client';

/** Logs and counts lines that their engine did not tax. */
@Injectable()
export class WatchTax extends TaxWatch {
  private readonly lines: Counter;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    super();
    this.lines = new Counter({
      name: 'tax_fallback_lines_total',
      help: 'Lines that were not taxed by the external engine of their company',
      labelNames: ['provider', 'reason'],
      registers: [metrics.registry],
    });
  }

  fellBack(fallback: Fallback): void {
    const { provider, reason, lines } = fallback;
    this.logger.warn({ ...fallback }, 'lines were not taxed by their engine');
    this.lines.labels(provider, reason).inc(lines);
  }
}
