import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuditQuarantines } from '@quittance/audit';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { PollingLoop } from '../polling-loop.js';

/** A quarantine begins with the end of a process, also of a host on the same machine. */
const LONGEST_PAUSE_MS = 60_000;

/** Tells companies what of their work is in quarantine, at the start and while the worker runs. */
@Injectable()
export class PollQuarantines implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(quarantines: AuditQuarantines, @Inject(LOGGER) logger: Logger) {
    this.loop = new PollingLoop({
      work: () => quarantines.execute(systemClock.now()),
      onError: (err) => logger.error({ err }, 'a company could not be told of a quarantine'),
      firstPauseMs: LONGEST_PAUSE_MS,
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
