import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { SweepContracts, SweepDebtors, SweepSubscriptions } from '@quittance/sales/host';
import { atWork } from '@quittance/watchdog';

/**
 * Does what the day brings to contracts and subscriptions; each hour, since a day begins at another
 * hour in each company. Contracts come first: their subscriptions end or go on with them; last it
 * is looked which are those of debtors. Safe to fire anywhere, any number of times.
 */
@Injectable()
export class SweepAgreements {
  constructor(
    private readonly companies: Companies,
    private readonly sweepContracts: SweepContracts,
    private readonly sweepSubscriptions: SweepSubscriptions,
    private readonly sweepDebtors: SweepDebtors,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('7 * * * *', { name: 'agreement-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting, nor what comes behind it in its own. */
  private async of(companyId: CompanyId): Promise<void> {
    const ctx = systemCtx(companyId, systemClock.now(), `agreement-sweep-${newId()}`);
    for (const sweep of [this.sweepContracts, this.sweepSubscriptions, this.sweepDebtors]) {
      try {
        await atWork(ctx, async () => sweep.execute(ctx));
      } catch (err) {
        this.logger.error({ companyId, err }, 'contracts and subscriptions could not be swept');
      }
    }
  }
}
