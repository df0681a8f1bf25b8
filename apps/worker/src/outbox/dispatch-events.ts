import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { OutboxDispatcher, type EventLane } from '@quittance/outbox/host';
import { PollingLoop } from '../polling-loop.js';

/** Somebody may be waiting for what follows from a change of his. */
const LONGEST_PAUSE_MS = 250;

/**
 * Keeps the outbox empty: from the start, when every consumer is registered, to the end. Each lane
 * has a loop of its own, so that nothing fresh waits for a round of work on many records.
 */
@Injectable()
export class DispatchEvents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly PollingLoop[];

  constructor(dispatcher: OutboxDispatcher, @Inject(LOGGER) logger: Logger) {
    const onFault = (err: unknown, companyId: string) =>
      logger.error({ err, companyId }, 'the events of a company could not be dispatched');
    const loop = (lane: EventLane, longestPauseMs?: number) =>
      new PollingLoop({
        work: () => dispatcher.dispatchOnce(systemClock.now(), onFault, [lane]),
        onError: (err) => logger.error({ err }, 'events could not be dispatched'),
        ...(longestPauseMs && { longestPauseMs }),
      });
    this.loops = [loop('fresh', LONGEST_PAUSE_MS), loop('bulk')];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
