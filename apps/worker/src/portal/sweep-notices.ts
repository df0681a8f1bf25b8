import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { addDays } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import { Companies } from '@quittance/company/host';
import { CONFIG, type Config } from '@quittance/config';
import { LOGGER, type Logger } from '@quittance/http/host';
import { Database, type Tx } from '@quittance/database';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import {
  ENDING_DAYS,
  forgetChanges,
  forgetDownloads,
  forgetNotices,
  contractEnding,
  GatherNotices,
  subscriptionEnding,
  TellOfDay,
} from '@quittance/portal/host';
import { forgetCarts } from '@quittance/storefront/host';
import { contractsEnding, subscriptionsEnding } from '@quittance/sales/host';
import { atWork } from '@quittance/watchdog';

/**
 * Tells users of the portals what the day brings, and writes to those whose hour has come. Seven
 * o'clock is at each quarter of an hour somewhere. Safe to fire anywhere, any number of times.
 */
@Injectable()
export class SweepNotices {
  constructor(
    private readonly db: Database,
    private readonly companies: Companies,
    private readonly day: TellOfDay,
    private readonly gathering: GatherNotices,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalAppUrl' | 'smtpUrl'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('1,16,31,46 * * * *', { name: 'notice-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    const { portalAppUrl: appUrl, smtpUrl } = this.config;
    const mails = smtpUrl !== null;
    try {
      const ctx = systemCtx(companyId, systemClock.now(), `notice-sweep-${newId()}`);
      const ending = await atWork(ctx, () => this.db.read(ctx, endingSoon));
      await atWork(ctx, () => this.day.execute(ctx, { mails, appUrl }, ending));
      for (const forget of [forgetCarts, forgetChanges, forgetDownloads, forgetNotices]) {
        await atWork(ctx, () => this.db.write(ctx, forget));
      }
      if (mails) await atWork(ctx, () => this.gathering.execute(ctx, appUrl));
    } catch (err) {
      this.logger.error({ companyId, err }, 'users of portals could not be told of the day');
    }
  }
}

/** Subscriptions and contracts whose end comes in thirty days, where the company is. */
async function endingSoon(tx: Tx) {
  const day = addDays(await readToday(tx), ENDING_DAYS);
  const [subscriptions, contracts] = await Promise.all([
    subscriptionsEnding(tx, day),
    contractsEnding(tx, day),
  ]);
  return [
    ...subscriptions.map((id) => subscriptionEnding(id, day)),
    ...contracts.map((id) => contractEnding(id, day)),
  ];
}
