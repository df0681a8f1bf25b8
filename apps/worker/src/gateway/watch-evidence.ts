import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RemindOfEvidence } from '@quittance/gateway/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { PollingLoop } from '../polling-loop.js';

/** Looks now and then for disputes whose evidence is due. */
@Injectable()
export class WatchEvidence implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(evidence: RemindOfEvidence, @Inject(LOGGER) logger: Logger) {
    this.loop = new PollingLoop({
      work: () => evidence.execute(systemClock.now()),
      onError: (err) => logger.error({ err }, 'nobody could be reminded of evidence'),
      firstPauseMs: 60_000,
      longestPauseMs: 300_000,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
