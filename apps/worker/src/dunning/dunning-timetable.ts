import { Inject, Injectable, type Type } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Config } from '@quittance/config';
import { ChargeLate, OpenDunningRuns, RunDunning } from '@quittance/dunning/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx } from '@quittance/kernel';
import { inLanes } from '@quittance/work';

/** One whose provider hangs keeps those of others waiting no longer. */
const COMPANIES_AT_ONCE = 4;

/**
 * Starts the day's run of every company that wants it, and asks for late payment where its day has
 * come; a second worker finds both made.
 */
export function dunningTimetable(config: Config): Type {
  @Injectable()
  class DunningTimetable {
    constructor(
      private readonly open: OpenDunningRuns,
      private readonly runDunning: RunDunning,
      private readonly chargeLate: ChargeLate,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @Cron(config.dunningRunCron, { name: 'dunning', timeZone: 'UTC', waitForCompletion: true })
    async run(): Promise<void> {
      const works = [() => this.pursue(), () => this.ask()];
      await inLanes(works, works.length, (work) => work());
    }

    private async pursue(): Promise<void> {
      await inLanes(
        await this.open.companiesWithAutoRun(),
        COMPANIES_AT_ONCE,
        async (companyId) => {
          const now = systemClock.now();
          const ctx = systemCtx(companyId, now, `dunning-${newId()}`);
          try {
            await this.runDunning.execute(ctx, {
              key: `sweep:${now.slice(0, 10)}`,
              onFault: (err, invoiceId) =>
                this.logger.error({ err, companyId, invoiceId }, 'dunning met a fault'),
            });
          } catch (err) {
            this.logger.error({ companyId, err }, 'the dunning of a company failed');
          }
        },
      );
    }

    private async ask(): Promise<void> {
      await inLanes(await this.open.companiesAskingLate(), COMPANIES_AT_ONCE, async (companyId) => {
        try {
          await this.chargeLate.byItself(
            systemCtx(companyId, systemClock.now(), `late-${newId()}`),
          );
        } catch (err) {
          this.logger.error({ companyId, err }, 'what late payment costs was not asked for');
        }
      });
    }
  }
  return DunningTimetable;
}
