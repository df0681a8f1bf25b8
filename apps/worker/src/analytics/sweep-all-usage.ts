import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { SweepUsage } from '@quittance/analytics/host';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { atWork } from '@quittance/watchdog';

/**
 * Sums how the portals were used on days that are over, and forgets what is too old; each hour,
 * since a day ends at another hour in each company. Safe to fire anywhere, any number of times.
 */
@Injectable()
export class SweepAllUsage {
  constructor(
    private readonly companies: Companies,
    private readonly sweep: SweepUsage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('37 * * * *', { name: 'usage-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    try {
      const ctx = systemCtx(companyId, systemClock.now(), `usage-sweep-${newId()}`);
      await atWork(ctx, () => this.sweep.execute(ctx));
    } catch (err) {
      this.logger.error({ companyId, err }, 'the use of the portals could not be summed');
    }
  }
}
