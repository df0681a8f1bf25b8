import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import type { Ctx, ScheduleId } from '@quittance/kernel';
import { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { isOneTimeReady, planForecast, type PlannedPeriod } from '../schedules/billing-plan.js';
import { readSchedule, type StoredSchedule } from '../schedules/schedule.repository.js';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import { plannedPeriods } from '../subscriptions/plan-subscribed.js';
import { billedBy, loadFacts, type BatchFacts } from '../run/batch-facts.js';
import { billPeriod } from '../run/bill-period.js';
import { comingBehind } from './coming-behind.js';
import type { PreviewedInvoice } from './preview.view.js';

/** The next periods of a schedule with what they would bill by what is known now. */
@Injectable()
export class ForecastSchedule {
  constructor(
    private readonly db: Database,
    readonly taxes: TaxQuotes,
    /** Without it nothing is shown of what waits. */
    readonly pending?: PendingCredits,
  ) {}

  /**
   * @throws DomainError not_found, account_not_active, validation_failed, invoice_total_negative
   */
  async execute(ctx: Ctx, id: ScheduleId, count: number) {
    const held = new HeldQuotes();
    const read = await this.db.read(ctx, (tx) => this.facts(tx, held, id, count));
    const { schedule, facts } = read;
    const behind = await comingBehind(ctx, this, { ...read, held });
    const lines = facts.lines.get(id) ?? [];
    const prepared = facts.subscribed.get(id);
    const periods = prepared
      ? plannedPeriods(schedule, prepared.steps)
      : planForecast(schedule, lines, count);
    const billed = periods.filter((period) => period.lines.length > 0);
    const planned = await this.taxes.settle(ctx, held, () =>
      periods.map((period) => ({
        ...forecastPeriod(schedule, lines, period, facts),
        ...amountsOf(behind.changed.get(billed.indexOf(period))),
      })),
    );
    const own = behind.own.map((invoice) => forecastOwn(schedule, invoice));
    const data = [...own, ...planned].slice(0, count);
    return { scheduleId: id, currency: schedule.currency, data };
  }

  private async facts(tx: Tx, held: HeldQuotes, id: ScheduleId, count: number) {
    const schedule = await readSchedule(tx, id);
    const bounds = { asOf: null, most: count, atMost: count };
    const today = companyToday(await readCompany(tx), tx.ctx.now);
    const facts = await loadFacts(tx, this.taxes, held, [schedule], bounds);
    return { schedule, today, facts };
  }
}

function forecastPeriod(
  schedule: StoredSchedule,
  lines: readonly ScheduleLine[],
  period: PlannedPeriod,
  facts: BatchFacts,
) {
  const { subtotal, taxTotal, total, issueDate, dueDate } = billPeriod(
    schedule,
    period,
    billedBy(schedule, facts),
    facts.seller,
    facts.products,
  );
  const amount = (minor: bigint) => formatMinor(minor, schedule.currency);
  const waits = schedule.frequency === 'one_time' && !isOneTimeReady(lines, period.start);
  return {
    period: period.index,
    periodStart: period.start,
    periodEnd: period.end,
    issueDate,
    dueDate,
    ready: period.lines.length > 0 && !waits,
    lines: period.lines.flatMap(({ id }) => id ?? []),
    subtotal: amount(subtotal),
    taxTotal: amount(taxTotal),
    total: amount(total),
  };
}

/** An invoice of what waits, which is of no period and comes with the next run. */
function forecastOwn({ nextPeriod }: StoredSchedule, invoice: PreviewedInvoice) {
  const { periodStart, periodEnd, issueDate, dueDate } = invoice;
  const dates = { period: nextPeriod, periodStart, periodEnd, issueDate, dueDate };
  const { subtotal, taxTotal, total } = invoice;
  return { ...dates, ready: true, lines: [], subtotal, taxTotal, total };
}

/** What it comes to with what waits, where it takes that. */
function amountsOf(invoice: PreviewedInvoice | undefined) {
  if (!invoice) return {};
  const { subtotal, taxTotal, total } = invoice;
  return { subtotal, taxTotal, total };
}
