import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { MarkMissedTimes } from '@quittance/crm/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { atWork } from '@quittance/watchdog';

/** Marks cases whose service times are missed. Safe to fire anywhere, any number of times. */
@Injectable()
export class SweepCases {
  constructor(
    private readonly companies: Companies,
    private readonly markMissedTimes: MarkMissedTimes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('*/5 * * * *', { name: 'case-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    try {
      let marked: number;
      do {
        const ctx = systemCtx(companyId, systemClock.now(), `case-sweep-${newId()}`);
        marked = await atWork(ctx, () => this.markMissedTimes.execute(ctx));
      } while (marked > 0);
    } catch (err) {
      this.logger.error({ companyId, err }, 'missed times of cases could not be marked');
    }
  }
}
