import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ExecuteRun, OpenRuns, type OpenRun } from '@quittance/billing/host';
import { CONFIG, type Config } from '@quittance/config';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock, type CompanyId } from '@quittance/kernel';
import { randomInt } from 'node:crypto';
import { PollingLoop } from '../polling-loop.js';

/**
 * Carries out billing runs, several companies at a time. Workers prefer companies that nobody has
 * begun with: two on one company wait for each other's numbers. When only begun ones are left they
 * help, and so a run whose worker was killed is taken up.
 */
@Injectable()
export class CarryOutRuns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly halt = new AbortController();
  private readonly loops: readonly PollingLoop[];

  constructor(
    private readonly openRuns: OpenRuns,
    private readonly executeRun: ExecuteRun,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loops = Array.from({ length: config.workerConcurrency }, () => this.newLoop());
  }

  private newLoop(): PollingLoop {
    return new PollingLoop({
      work: async () => ((await this.workOnOne()) ? 1 : 0),
      onError: (err) => this.logger.error({ err }, 'a billing run could not go on'),
      longestFailurePauseMs: 5000,
    });
  }

  private async workOnOne(): Promise<boolean> {
    const companyId = pick(await this.openRuns.find());
    if (!companyId) return false;
    return this.executeRun.execute(companyId, {
      clock: systemClock,
      batchSize: this.config.billingBatchSize,
      signal: this.halt.signal,
      onFault: (err, scheduleId) =>
        this.logger.error({ err, companyId, scheduleId }, 'a billing run met a fault'),
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.halt.abort();
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}

function pick(open: readonly OpenRun[]): CompanyId | undefined {
  const fresh = open.filter(({ running }) => !running);
  const choice = fresh.length > 0 ? fresh : open;
  return choice.length > 0 ? choice[randomInt(choice.length)]?.companyId : undefined;
}
