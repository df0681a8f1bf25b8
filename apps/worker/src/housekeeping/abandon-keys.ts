import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { IdempotencyKeys, LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { PollingLoop } from '../polling-loop.js';

/** Nobody waits for it: the same request may take a silent key over as it is. */
const LONGEST_PAUSE_MS = 5000;

/** Marks the idempotency keys of requests that died with their host as abandoned. */
@Injectable()
export class AbandonKeys implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(keys: IdempotencyKeys, @Inject(LOGGER) logger: Logger) {
    this.loop = new PollingLoop({
      work: () => keys.abandonSilent(systemClock.now()),
      onError: (err) => logger.error({ err }, 'dead idempotency keys could not be marked'),
      longestPauseMs: LONGEST_PAUSE_MS,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
