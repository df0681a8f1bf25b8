import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { WatchDistanceSales } from '@quittance/reporting/host';
import { DAILY_JOB } from '@quittance/watchdog/host';
import { atWork } from '@quittance/watchdog';

const NAME = 'distance-sales-sweep';

/**
 * Looks once a day whether the distance sales of a company have come near the threshold, or gone
 * beyond it. Safe to fire anywhere, any number of times.
 */
@Injectable()
export class SweepDistanceSales {
  constructor(
    private readonly companies: Companies,
    private readonly watch: WatchDistanceSales,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('50 4 * * *', { name: NAME, timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    const plain = systemCtx(companyId, systemClock.now(), `${NAME}-${newId()}`);
    const ctx = { ...plain, unit: { kind: DAILY_JOB, id: NAME } };
    try {
      const { unconverted } = await atWork(ctx, () => this.watch.execute(ctx));
      if (unconverted === null) return;
      const fault = 'nobody can say how distance sales stand: exchange rates are missing';
      this.logger.warn({ companyId, currencies: unconverted }, fault);
    } catch (err) {
      this.logger.error({ companyId, err }, 'distance sales of a company could not be counted');
    }
  }
}
