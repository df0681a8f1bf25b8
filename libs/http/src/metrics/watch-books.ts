import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { Counter } from 'prom-client';
import { logBooksDisagree } from '../logging/books-alert.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { Metrics } from './metrics.js';

/** Logs and counts transactions that were undone because their books would not agree. */
@Injectable()
export class WatchBooks {
  constructor(db: Database, @Inject(LOGGER) logger: Logger, { registry }: Metrics) {
    const undone = new Counter({
      name: 'books_disagree_total',
      help: 'Transactions that were undone because their books would not agree',
      registers: [registry],
    });
    db.onBooksDisagree((ctx, error) => {
      logBooksDisagree(ctx, logger, error);
      undone.inc();
    });
  }
}
