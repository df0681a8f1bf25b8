import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import {
  OnDisputedPayment,
  OnInvoiceClosed,
  SweepCheckouts,
  SweepRefunds,
} from '@quittance/gateway/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { EventConsumers } from '@quittance/outbox/host';
import { PollingLoop } from '../polling-loop.js';

/** Looks after payment links and refunds whose fate is open; closes links of closed invoices. */
@Injectable()
export class SweepPayments
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly loop: PollingLoop;

  constructor(
    checkouts: SweepCheckouts,
    refunds: SweepRefunds,
    private readonly onInvoiceClosed: OnInvoiceClosed,
    private readonly onDisputedPayment: OnDisputedPayment,
    private readonly consumers: EventConsumers,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new PollingLoop({
      work: async () => {
        const now = systemClock.now();
        return (await checkouts.execute(now)) + (await refunds.execute(now));
      },
      onError: (err) =>
        logger.error({ err }, 'payment links and refunds could not be looked after'),
      firstPauseMs: 1000,
      longestPauseMs: 5000,
    });
  }

  onModuleInit(): void {
    this.consumers.register(this.onInvoiceClosed);
    this.consumers.register(this.onDisputedPayment);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
