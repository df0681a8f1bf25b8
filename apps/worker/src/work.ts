import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Config } from '@quittance/config';
import type { ProcessLife } from '@quittance/config/host';
import { Database } from '@quittance/database';
import { FrameworkLogger, createLogger, type Logger } from '@quittance/http/host';
import { restLonger } from './polling-loop.js';
import { WorkerModule } from './worker.module.js';

/** What is found by chance is found within four seconds; what there is more of follows at once. */
const ON_A_CLUSTER = 4;

interface Stop {
  readonly seconds: number;
  /** What is left to do when the jobs are done. */
  readonly afterwards: () => Promise<void>;
}

/** Does what the clock asks for until the process is told to stop. */
export async function work(config: Config, { loaded, afterwards }: ProcessLife): Promise<void> {
  const logger = createLogger(config.logLevel, 'worker');
  const all = WorkerModule.forRoot(config, logger);
  loaded();
  const worker = await NestFactory.createApplicationContext(all, {
    abortOnError: false,
    logger: new FrameworkLogger(logger),
  });
  if (worker.get(Database).distributed) restLonger(ON_A_CLUSTER);
  stopOnSignal(worker, logger, { seconds: config.shutdownSeconds, afterwards });
  logger.info('working');
  process.send?.('ready');
}

/** Jobs finish the batch in hand; what a deadline cuts off is taken up by the next process. */
function stopOnSignal(
  worker: INestApplicationContext,
  logger: Logger,
  { seconds, afterwards }: Stop,
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    logger.info('stopping');
    const overdue = setTimeout(() => {
      logger.warn('a job was still running when the time to stop was up');
      process.exit(0);
    }, seconds * 1000);
    await worker
      .close()
      .then(afterwards)
      .catch((err: unknown) => logger.error({ err }, 'did not stop cleanly'));
    clearTimeout(overdue);
    logger.info('stopped');
    process.exit();
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}
