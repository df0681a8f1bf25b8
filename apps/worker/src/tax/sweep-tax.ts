import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { SweepTaxTransactions } from '@quittance/tax/host';
import { PollingLoop } from '../polling-loop.js';

/** Commits and voids the tax of invoices at external providers. */
@Injectable()
export class SweepTax implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(sweep: SweepTaxTransactions, @Inject(LOGGER) logger: Logger) {
    this.loop = new PollingLoop({
      work: () => sweep.execute(systemClock.now()),
      onError: (err) => logger.error({ err }, 'tax providers could not be told'),
      firstPauseMs: 500,
      longestPauseMs: 5000,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
