import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig, readEnvFile } from '@quittance/config';
import { FrameworkLogger, createLogger, type Logger } from '@quittance/http';
import { WorkerModule } from './worker.module.js';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'worker');
  if (config.databaseUrl === null) throw new Error('DATABASE_URL must be set for the worker');
  const logger = createLogger(config.logLevel, 'worker');
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, logger), {
    abortOnError: false,
    logger: new FrameworkLogger(logger),
  });
  stopOnSignal(worker, logger, config.shutdownSeconds);
  logger.info('working');
  process.send?.('ready');
}

/** Jobs finish the batch in hand; what a deadline cuts off is taken up by the next process. */
function stopOnSignal(worker: INestApplicationContext, logger: Logger, seconds: number): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    logger.info('stopping');
    const overdue = setTimeout(() => {
      logger.warn('a job was still running when the time to stop was up');
      process.exit(0);
    }, seconds * 1000);
    await worker.close().catch((err: unknown) => logger.error({ err }, 'did not stop cleanly'));
    clearTimeout(overdue);
    logger.info('stopped');
    process.exit();
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
