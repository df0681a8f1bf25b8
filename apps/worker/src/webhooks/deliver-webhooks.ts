import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http';
import { EventConsumers } from '@quittance/outbox';
import { DeliverMessages, FanOutEvents } from '@quittance/webhooks';
import { PollingLoop } from '../polling-loop.js';

/** Turns events into messages to the companies' webhooks, and brings them there. */
@Injectable()
export class DeliverWebhooks
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly loop: PollingLoop;

  constructor(
    private readonly messages: DeliverMessages,
    private readonly fanOut: FanOutEvents,
    private readonly consumers: EventConsumers,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (err: unknown) => logger.error({ err }, 'webhooks could not be delivered');
    this.loop = new PollingLoop({ work: () => messages.deliverOnce(onError), onError });
  }

  onModuleInit(): void {
    this.consumers.registerSet(this.fanOut);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.messages.settle();
  }
}
