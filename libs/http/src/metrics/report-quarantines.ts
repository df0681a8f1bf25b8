import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { AuditQuarantines } from '@quittance/audit';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';

/** Also after a start without a database. */
const EVERY_MS = 60_000;

/** Tells companies what of their work is in quarantine, on a machine without a worker too. */
@Injectable()
export class ReportQuarantines implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly quarantines: AuditQuarantines,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.tell();
    this.timer = setInterval(() => void this.tell(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async tell(): Promise<void> {
    try {
      await this.quarantines.execute(this.settings.clock.now());
    } catch (err) {
      this.logger.error({ err }, 'a company could not be told of a quarantine');
    }
  }
}
