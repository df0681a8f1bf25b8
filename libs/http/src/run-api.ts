import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LOGGER, type Logger } from './logging/logger.js';

export interface RunOptions {
  readonly host: string;
  readonly port: number;
  /** How long requests that have begun may take to finish when the process is told to stop. */
  readonly shutdownSeconds: number;
  /** What is left to do when they have: send what is held about them. */
  readonly afterwards?: () => Promise<void>;
}

/** Listens until told to stop, then finishes what has begun and exits with 0. */
export async function runApi(app: NestFastifyApplication, options: RunOptions): Promise<void> {
  const logger = app.get<Logger>(LOGGER);
  await app.listen({ host: options.host, port: options.port });
  logger.info({ host: options.host, port: options.port }, 'listening');
  process.send?.('ready');
  process.on('unhandledRejection', (error) => {
    // Of work that nobody waits for: the requests under way are not its fault.
    logger.error({ err: error }, 'unhandled rejection');
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void drain(app, logger, options);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function drain(
  app: NestFastifyApplication,
  logger: Logger,
  { shutdownSeconds, afterwards }: RunOptions,
): Promise<void> {
  logger.info('stopping');
  const overdue = setTimeout(() => {
    logger.warn('requests were still running when the time to stop was up');
    process.exit(0);
  }, shutdownSeconds * 1000);
  try {
    await app.close();
    await afterwards?.();
    logger.info('stopped');
    process.exitCode = 0;
  } catch (error) {
    logger.error({ err: error }, 'did not stop cleanly');
    process.exitCode = 1;
  }
  clearTimeout(overdue);
  process.exit();
}
