import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { BuildFieldIndexes } from '@quittance/objects/host';
import { PollingLoop } from '../polling-loop.js';

/**
 * Somebody who marks a field as indexed does not wait for it: lists read the documents meanwhile.
 */
const LONGEST_PAUSE_MS = 5000;

/** Brings what is stored of custom fields into their indexes, where one is asked for. */
@Injectable()
export class BuildIndexes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(indexes: BuildFieldIndexes, @Inject(LOGGER) logger: Logger) {
    const onError = (err: unknown) => logger.error({ err }, 'an index could not be built');
    this.loop = new PollingLoop({
      work: () => indexes.buildOnce(systemClock, onError),
      onError,
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
