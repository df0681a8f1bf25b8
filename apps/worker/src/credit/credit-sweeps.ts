import { Inject, Injectable, type Type } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Companies } from '@quittance/company/host';
import type { Config } from '@quittance/config';
import { SweepCredit } from '@quittance/credit/host';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import { DAILY_JOB } from '@quittance/watchdog/host';
import { atWork } from '@quittance/watchdog';

const NAME = 'credit-sweep';

/** What the clock asks of the credit of every company. Safe to fire anywhere, any number of times. */
@Injectable()
export class CreditSweeps {
  constructor(
    private readonly companies: Companies,
    private readonly sweepCredit: SweepCredit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What fails in one company keeps no other waiting. */
  async sweep(): Promise<void> {
    for (const companyId of await this.companies.activeIds()) {
      try {
        await this.sweepOne(companyId);
      } catch (err) {
        this.logger.error({ companyId, err }, 'the credit sweep of a company failed');
      }
    }
  }

  private async sweepOne(companyId: CompanyId): Promise<void> {
    const plain = systemCtx(companyId, systemClock.now(), `${NAME}-${newId()}`);
    const ctx = { ...plain, unit: { kind: DAILY_JOB, id: NAME } };
    await atWork(ctx, () =>
      this.sweepCredit.execute(ctx, (err, accountId) =>
        this.logger.error({ companyId, accountId, err }, 'an override could not end'),
      ),
    );
  }
}

/** The timetable: a class per configuration, since `@Cron` is told at its definition. */
export function creditTimetable(config: Config): Type {
  @Injectable()
  class CreditTimetable {
    constructor(private readonly sweeps: CreditSweeps) {}

    @Cron(config.creditSweepCron, { name: NAME, timeZone: 'UTC', waitForCompletion: true })
    sweep(): Promise<void> {
      return this.sweeps.sweep();
    }
  }
  return CreditTimetable;
}
