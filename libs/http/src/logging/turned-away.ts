import type { Logger } from './logger.js';

const TELL_EVERY_MS = 10_000;

/**
 * Tells how many were turned away, a line for each route every ten seconds: a line for each of them
 * would make a storm of requests one of lines.
 */
export class TurnedAway {
  private readonly counts = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  count(route: string): void {
    this.counts.set(route, (this.counts.get(route) ?? 0) + 1);
    this.timer ??= setTimeout(() => this.tell(), TELL_EVERY_MS).unref();
  }

  /** What has not been told, also when the host stops. */
  tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const [route, count] of this.counts) {
      this.logger.warn({ route, count }, 'requests turned away');
    }
    this.counts.clear();
  }
}
