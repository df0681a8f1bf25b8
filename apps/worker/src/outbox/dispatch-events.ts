import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http';
import { systemClock } from '@quittance/kernel';
import { OutboxDispatcher } from '@quittance/outbox';
import { PollingLoop } from '../polling-loop.js';

/** Keeps the outbox empty: from the start, when every consumer is registered, to the end. */
@Injectable()
export class DispatchEvents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(dispatcher: OutboxDispatcher, @Inject(LOGGER) logger: Logger) {
    const onFault = (err: unknown, companyId: string) =>
      logger.error({ err, companyId }, 'the events of a company could not be dispatched');
    this.loop = new PollingLoop({
      work: () => dispatcher.dispatchOnce(systemClock.now(), onFault),
      onError: (err) => logger.error({ err }, 'events could not be dispatched'),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
