import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { LOGGER, logBooksDisagree, type Logger } from '@quittance/http';

/** Logs transactions that were undone because their books would not agree; the worker has no figures. */
@Injectable()
export class LogBooks {
  constructor(db: Database, @Inject(LOGGER) logger: Logger) {
    db.onBooksDisagree((ctx, error) => logBooksDisagree(ctx, logger, error));
  }
}
