import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { SandboxDeliverer } from '@quittance/payment-sandbox/host';
import { PollingLoop } from '../polling-loop.js';

/** Carries the sandbox's webhooks to the portal host, as a provider's own machines would. */
@Injectable()
export class DeliverSandboxWebhooks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(deliverer: SandboxDeliverer, @Inject(LOGGER) logger: Logger) {
    this.loop = new PollingLoop({
      work: () => deliverer.deliverOnce(),
      onError: (err) => logger.error({ err }, 'sandbox webhooks could not be delivered'),
      firstPauseMs: 100,
      longestPauseMs: 500,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
