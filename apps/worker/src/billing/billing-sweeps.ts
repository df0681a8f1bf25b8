import { Inject, Injectable, type Type } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BillInterimUsage, QueueSweep } from '@quittance/billing/host';
import { SweepOverdue } from '@quittance/receivables/host';
import { Companies } from '@quittance/company/host';
import type { Config } from '@quittance/config';
import { LOGGER, type Logger } from '@quittance/http/host';
import { newId, systemClock, systemCtx, type Ctx } from '@quittance/kernel';
import { DAILY_JOB } from '@quittance/watchdog/host';
import { atWork } from '@quittance/watchdog';

/** What the clock asks of every company. Safe to fire anywhere, any number of times. */
@Injectable()
export class BillingSweeps {
  constructor(
    private readonly companies: Companies,
    private readonly queueSweep: QueueSweep,
    private readonly sweepOverdue: SweepOverdue,
    private readonly interimUsage: BillInterimUsage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Queues the run of the day. */
  async queueRuns(): Promise<void> {
    await this.everywhere('billing-sweep', (ctx) => this.queueSweep.execute(ctx));
  }

  /** Invoices usage that has reached a threshold of its plan. */
  async billInterimUsage(): Promise<void> {
    await this.everywhere('interim-usage', (ctx) =>
      this.interimUsage.execute(ctx, (err, { subscriptionId }) =>
        this.logger.error({ err, subscriptionId }, 'usage could not be invoiced ahead'),
      ),
    );
  }

  async letFallDue(): Promise<void> {
    await this.everywhere('overdue-sweep', (ctx) => this.sweepOverdue.execute(ctx));
  }

  /** What fails in one company keeps no other waiting. */
  private async everywhere(name: string, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
    for (const companyId of await this.companies.activeIds()) {
      try {
        const plain = systemCtx(companyId, systemClock.now(), `${name}-${newId()}`);
        const ctx = { ...plain, unit: { kind: DAILY_JOB, id: name } };
        await atWork(ctx, () => work(ctx));
      } catch (err) {
        this.logger.error({ companyId, err }, `the ${name} of a company failed`);
      }
    }
  }
}

/**
 * The timetable of the sweeps: a class per configuration, since `@Cron` is told at its definition.
 */
export function billingTimetable(config: Config): Type {
  @Injectable()
  class BillingTimetable {
    constructor(private readonly sweeps: BillingSweeps) {}

    @Cron(config.billingRunCron, {
      name: 'billing-run',
      timeZone: 'UTC',
      disabled: !config.billingRunEnabled,
    })
    queueRuns(): Promise<void> {
      return this.sweeps.queueRuns();
    }

    @Cron(config.overdueSweepCron, {
      name: 'overdue-sweep',
      timeZone: 'UTC',
      waitForCompletion: true,
    })
    letFallDue(): Promise<void> {
      return this.sweeps.letFallDue();
    }

    /** Soon after usage has come in, and not with each event. */
    @Cron('*/5 * * * *', { name: 'interim-usage', timeZone: 'UTC', waitForCompletion: true })
    billInterimUsage(): Promise<void> {
      return this.sweeps.billInterimUsage();
    }
  }
  return BillingTimetable;
}
