import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { DrawUpStatements, ExpireRegistrations, SweepCommissions } from '@quittance/partner/host';
import { atWork } from '@quittance/watchdog';

/**
 * Does what the day brings to partners; each hour, since a day begins at another hour in each
 * company: protections end, commissions are payable, and once a month is over it is drawn up. Safe
 * to fire anywhere, any number of times.
 */
@Injectable()
export class SweepPartners {
  constructor(
    private readonly companies: Companies,
    private readonly expireRegistrations: ExpireRegistrations,
    private readonly sweepCommissions: SweepCommissions,
    private readonly drawUpStatements: DrawUpStatements,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('19 * * * *', { name: 'partner-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    try {
      const ctx = systemCtx(companyId, systemClock.now(), `partner-sweep-${newId()}`);
      await atWork(ctx, () => this.expireRegistrations.execute(ctx));
      await atWork(ctx, () =>
        this.sweepCommissions.execute(ctx, (err, invoiceId) =>
          this.logger.error({ companyId, invoiceId, err }, 'a commission could not be booked'),
        ),
      );
      const asked = { month: null, partnerId: null, again: false };
      await atWork(ctx, () => this.drawUpStatements.execute(ctx, asked));
    } catch (err) {
      this.logger.error({ companyId, err }, 'partners could not be swept');
    }
  }
}
