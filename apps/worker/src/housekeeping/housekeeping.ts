import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { ForgetStrangers } from '@quittance/audit';
import { Companies } from '@quittance/company';
import { IdempotencyKeys, LOGGER, type Logger } from '@quittance/http';
import { PurgeSessions } from '@quittance/identity';
import { newId, systemClock, systemCtx, type CompanyId, type Ctx } from '@quittance/kernel';
import { PurgeEvents } from '@quittance/outbox';
import { PurgeMessages } from '@quittance/webhooks';

/** Forgets what has served its time, company by company, in the quiet hour after midnight UTC. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly companies: Companies,
    private readonly events: PurgeEvents,
    private readonly messages: PurgeMessages,
    private readonly keys: IdempotencyKeys,
    private readonly sessions: PurgeSessions,
    private readonly strangers: ForgetStrangers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Cron('17 0 * * *', { name: 'housekeeping', timeZone: 'UTC', waitForCompletion: true })
  async run(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) await this.purge(companyId);
    await this.forgetStrangers();
  }

  /** What fails in one company is tried again tomorrow and keeps no other waiting. */
  private async purge(companyId: CompanyId): Promise<void> {
    const ctx: Ctx = systemCtx(companyId, systemClock.now(), `housekeeping-${newId()}`);
    try {
      const events = await this.events.execute(ctx);
      const messages = await this.messages.execute(ctx);
      const keys = await this.keys.purge(ctx);
      const sessions = await this.sessions.execute(ctx);
      this.logger.info({ companyId, events, messages, keys, sessions }, 'housekeeping is done');
    } catch (err) {
      this.logger.error({ companyId, err }, 'housekeeping failed');
    }
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
