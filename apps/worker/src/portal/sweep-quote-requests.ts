import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { AbandonQuoteRequests } from '@quittance/portal/host';
import { atWork } from '@quittance/watchdog';

/**
 * Marks each day what customers have asked quotes for and left. Each hour, since a day is over at
 * another hour in each company; safe to fire anywhere, any number of times.
 */
@Injectable()
export class SweepQuoteRequests {
  constructor(
    private readonly companies: Companies,
    private readonly abandon: AbandonQuoteRequests,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('34 * * * *', { name: 'quote-request-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    try {
      const ctx = systemCtx(companyId, systemClock.now(), `quote-request-sweep-${newId()}`);
      await atWork(ctx, () => this.abandon.execute(ctx));
    } catch (err) {
      this.logger.error({ companyId, err }, 'requests for quotes could not be swept');
    }
  }
}
