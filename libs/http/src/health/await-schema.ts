import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, type Logger } from '../logging/logger.js';
import { Readiness } from './readiness.js';

const POLL_MS = 1000;

/** Waits until all migrations have run: a process with jobs may be started before them. */
@Injectable()
export class AwaitSchema {
  constructor(
    private readonly readiness: Readiness,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Says why it waits, once. */
  async execute(): Promise<void> {
    let told = '';
    for (;;) {
      const why = await this.missing();
      if (why === undefined) return;
      if (why !== told) this.logger.warn(`${why}; waiting`);
      told = why;
      await sleep(POLL_MS);
    }
  }

  /** Why there is no work yet, in words that stay the same while migrations run. */
  private async missing(): Promise<string | undefined> {
    try {
      if ((await this.readiness.pendingMigrations()) === 0) return undefined;
      return 'migrations have not run yet: `npm run migrate` runs them';
    } catch (error) {
      return `the database does not say which migrations have run (${(error as Error).message})`;
    }
  }
}
