import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { ForgetStrangers } from '@quittance/audit/host';
import { Companies } from '@quittance/company/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { CompanyPurge } from './company-purge.js';

/** Forgets what has served its time, company by company and of
 * those too that are not active any more, in the quiet hour after midnight UTC. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly companies: Companies,
    private readonly purge: CompanyPurge,
    private readonly strangers: ForgetStrangers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('17 0 * * *', { name: 'housekeeping', timeZone: 'UTC', waitForCompletion: true })
  async run(): Promise<void> {
    for (const companyId of await this.companies.everyId()) await this.clean(companyId);
    await this.forgetStrangers();
  }

  /** What fails is tried again tomorrow, and keeps nothing else waiting. */
  private async clean(companyId: CompanyId): Promise<void> {
    const ctx = systemCtx(companyId, systemClock.now(), `housekeeping-${newId()}`);
    const forgotten = await this.purge.execute(ctx, (err, kind) =>
      this.logger.error({ companyId, kind, err }, 'housekeeping failed'),
    );
    this.logger.info({ companyId, ...forgotten }, 'housekeeping is done');
  }

  private async forgetStrangers(): Promise<void> {
    try {
      const signIns = await this.strangers.execute();
      this.logger.info({ signIns }, 'sign-ins of nobody are forgotten');
    } catch (err) {
      this.logger.error({ err }, 'sign-ins of nobody could not be forgotten');
    }
  }
}
