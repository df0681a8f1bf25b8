import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { OpenDunningRuns, RunDunning, type DeadRun } from '@quittance/dunning/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx } from '@quittance/kernel';
import { PollingLoop } from '../polling-loop.js';

/** Takes up dunning runs whose process was killed. */
@Injectable()
export class CarryOnDunning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly open: OpenDunningRuns,
    private readonly runDunning: RunDunning,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new PollingLoop({
      work: () => this.carryOn(),
      onError: (err) => logger.error({ err }, 'the dunning runs could not be looked for'),
      firstPauseMs: 5000,
      longestPauseMs: 30_000,
    });
  }

  /** Answers how many it took up; one that cannot go on keeps no other from it. */
  private async carryOn(): Promise<number> {
    let taken = 0;
    for (const run of await this.open.dead(systemClock.now())) taken += await this.takeUp(run);
    return taken;
  }

  private async takeUp({ companyId, asOf }: DeadRun): Promise<number> {
    const ctx = systemCtx(companyId, systemClock.now(), `dunning-${newId()}`);
    try {
      await this.runDunning.execute(ctx, {
        asOf,
        carryOn: true,
        onFault: (err, invoiceId) =>
          this.logger.error({ err, companyId, invoiceId }, 'dunning met a fault'),
      });
      return 1;
    } catch (err) {
      this.logger.error({ err, companyId }, 'a dunning run could not go on');
      return 0;
    }
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
