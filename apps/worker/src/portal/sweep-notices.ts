import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import { CONFIG, type Config } from '@quittance/config';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { GatherNotices, TellOfDay } from '@quittance/portal/host';
import { atWork } from '@quittance/watchdog';

/**
 * Tells users of the portals what the day brings, and writes to those whose hour has come. Seven
 * o'clock is at each quarter of an hour somewhere. Safe to fire anywhere, any number of times.
 */
@Injectable()
export class SweepNotices {
  constructor(
    private readonly companies: Companies,
    private readonly day: TellOfDay,
    private readonly gathering: GatherNotices,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalPublicUrl' | 'smtpUrl'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('1,16,31,46 * * * *', { name: 'notice-sweep', timeZone: 'UTC', waitForCompletion: true })
  async everywhere(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.of(companyId);
  }

  /** What fails in one company keeps no other waiting. */
  private async of(companyId: CompanyId): Promise<void> {
    const { portalPublicUrl, smtpUrl } = this.config;
    const mailOrigin = smtpUrl === null ? null : portalPublicUrl;
    try {
      const ctx = systemCtx(companyId, systemClock.now(), `notice-sweep-${newId()}`);
      await atWork(ctx, () => this.day.execute(ctx, { mailOrigin }));
      if (mailOrigin !== null) await atWork(ctx, () => this.gathering.execute(ctx, mailOrigin));
    } catch (err) {
      this.logger.error({ companyId, err }, 'users of portals could not be told of the day');
    }
  }
}
