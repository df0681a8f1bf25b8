import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { EventConsumers } from '@quittance/outbox/host';
import { DeliverMessages, FanOutEvents } from '@quittance/webhooks/host';
import { PollingLoop } from '../polling-loop.js';

/** A receiver is told of a change within two seconds, the way through the outbox included. */
const LONGEST_PAUSE_MS = 250;

/** Turns events into messages to the companies' webhooks, and brings them there. */
@Injectable()
export class DeliverWebhooks
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly loop: PollingLoop;
  private readonly onError: (error: unknown) => void;

  constructor(
    private readonly messages: DeliverMessages,
    private readonly fanOut: FanOutEvents,
    private readonly consumers: EventConsumers,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.onError = (err) => logger.error({ err }, 'webhooks could not be delivered');
    const { onError } = this;
    this.loop = new PollingLoop({
      work: () => messages.deliverOnce(onError),
      onError,
      longestPauseMs: LONGEST_PAUSE_MS,
    });
  }

  onModuleInit(): void {
    this.consumers.registerSet(this.fanOut);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    // What could not be stored is sent again when its lease is over.
    await this.messages.settle().catch(this.onError);
  }
}
