import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { OpenDunningRuns, RunDunning } from '@quittance/dunning';
import { LOGGER, type Logger } from '@quittance/http';
import { newId, systemClock, systemCtx } from '@quittance/kernel';
import { PollingLoop } from '../polling-loop.js';

/** Takes up dunning runs whose process was killed. */
@Injectable()
export class CarryOnDunning implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly open: OpenDunningRuns,
    private readonly runDunning: RunDunning,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new PollingLoop({
      work: () => this.carryOn(),
      onError: (err) => logger.error({ err }, 'a dunning run could not go on'),
      firstPauseMs: 5000,
      longestPauseMs: 30_000,
    });
  }

  private async carryOn(): Promise<number> {
    const dead = await this.open.dead(systemClock.now());
    for (const { companyId, asOf } of dead) {
      const ctx = systemCtx(companyId, systemClock.now(), `dunning-${newId()}`);
      await this.runDunning.execute(ctx, { asOf });
    }
    return dead.length;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
