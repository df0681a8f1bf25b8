import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { SendPushes } from '@quittance/portal/host';
import { PollingLoop } from '../polling-loop.js';

/** Takes what users of the portals are told to their browsers. */
@Injectable()
export class DeliverPushes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly pushes: SendPushes,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (err: unknown) => logger.error({ err }, 'pushes could not be sent');
    this.loop = new PollingLoop({ work: () => pushes.execute(onError), onError });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    // What could not be stored is sent again when its lease is over.
    await this.pushes.settle();
  }
}
