import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Injects the process's log. */
export const LOGGER = Symbol('quittance:logger');

/** One JSON object per line. Nothing that is logged here carries bodies, tokens or secrets. */
export function createLogger(level: string, name: string, destination?: DestinationStream): Logger {
  const options = { level, base: { process: name }, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, destination ?? standardOutput());
}

const BUFFER_BYTES = 8 * 1024;
const FLUSH_MS = 500;

/** Lines go out together: a system call for each would cost as much as a query. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: BUFFER_BYTES });
  setInterval(() => output.flush(), FLUSH_MS).unref();
  return output;
}

/** The framework's own messages, in the same log. */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...rest: readonly unknown[]): void {
    const [stack, context] = rest;
    this.logger.error(
      { stack, context },
      message instanceof Error ? message.message : String(message),
    );
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
