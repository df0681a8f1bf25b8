import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { TaxWatch, type Fallback } from '@quittance/tax/host';

/** Logs lines that their engine did not tax; the worker has no figures of its own. */
@Injectable()
export class LogFallbacks extends TaxWatch {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {
    super();
  }

  fellBack(fallback: Fallback): void {
    this.logger.warn({ ...fallback }, 'lines were not taxed by their engine');
  }
}
