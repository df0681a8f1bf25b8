import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { ExpireQuotes, SignedQuotePdfs } from '@quittance/sales/host';
import { atWork } from '@quittance/watchdog';

/**
 * Marks quotes whose last day is over where their company is, and makes files of accepted ones that
 * were not made then. Safe to fire any number of times.
 */
@Injectable()
export class SweepQuotes {
  constructor(
    private readonly companies: Companies,
    private readonly expireQuotes: ExpireQuotes,
    private readonly signed: SignedQuotePdfs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Every hour, as midnight comes to companies one after the other. */
  @Cron('7 * * * *', { name: 'quote-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    const ctx = systemCtx(companyId, systemClock.now(), `quote-sweep-${newId()}`);
    try {
      await atWork(ctx, () => this.expireQuotes.execute(ctx));
    } catch (err) {
      this.logger.error({ companyId, err }, 'quotes could not be marked as expired');
    }
    try {
      await atWork(ctx, () => this.signed.sweep(ctx));
    } catch (err) {
      this.logger.error({ companyId, err }, 'files of accepted quotes could not be made');
    }
  }
}
