import type {
  BeforeApplicationShutdown,
  FactoryProvider,
  OnApplicationBootstrap,
  Type,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { PollingLoop, type PollingOptions } from './polling-loop.js';

/** Work that is done again and again by one thing of a lib. */
export interface LoopedWork<Worker> extends Omit<PollingOptions, 'work' | 'onError'> {
  readonly by: Type<Worker>;
  /** Does one batch and answers how many items it had; what fails beside it, it tells. */
  readonly work: (worker: Worker, onError: PollingOptions['onError']) => Promise<number>;
  /** What the log says where it fails. */
  readonly failure: string;
}

class RunningLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly loop: PollingLoop) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}

/** A loop that begins when the worker is up and ends its batch in hand before the worker does. */
export function runningLoop<Worker>(looped: LoopedWork<Worker>): FactoryProvider<RunningLoop> {
  const { by, work, failure, ...pauses } = looped;
  return {
    provide: Symbol(failure),
    inject: [by, LOGGER],
    useFactory: (worker: Worker, logger: Logger) => {
      const onError = (err: unknown) => logger.error({ err }, failure);
      return new RunningLoop(
        new PollingLoop({ ...pauses, work: () => work(worker, onError), onError }),
      );
    },
  };
}
