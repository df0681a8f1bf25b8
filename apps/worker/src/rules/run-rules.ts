import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { EventConsumers } from '@quittance/outbox/host';
import {
  BuildDuplicateKeys,
  RunTimedRules,
  RunWorkflows,
  WatchApprovals,
} from '@quittance/rules/host';
import { PollingLoop } from '../polling-loop.js';

/**
 * A new duplicate rule serves the younger records at once: the others need not be there in a
 * second.
 */
const LONGEST_PAUSE_MS = 10_000;

/** Timed rules count days and hours. */
const LONGEST_WAIT_MS = 60_000;

/** Runs workflow rules when their events or times come, and gathers the keys of new duplicate rules. */
@Injectable()
export class RunRules implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly PollingLoop[];

  constructor(
    private readonly workflows: RunWorkflows,
    private readonly consumers: EventConsumers,
    keys: BuildDuplicateKeys,
    timed: RunTimedRules,
    approvals: WatchApprovals,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loops = [
      new PollingLoop({
        work: () => keys.buildOnce(systemClock.now()),
        onError: (err) => logger.error({ err }, 'keys of duplicates could not be gathered'),
        longestPauseMs: LONGEST_PAUSE_MS,
      }),
      new PollingLoop({
        work: () => timed.runOnce(systemClock.now()),
        onError: (err) => logger.error({ err }, 'timed rules could not be run'),
        longestPauseMs: LONGEST_WAIT_MS,
      }),
      new PollingLoop({
        work: () => approvals.runOnce(systemClock.now()),
        onError: (err) => logger.error({ err }, 'approvals of records could not be seen to'),
        longestPauseMs: LONGEST_WAIT_MS,
      }),
    ];
  }

  onModuleInit(): void {
    this.consumers.register(this.workflows);
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
