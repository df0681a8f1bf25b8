import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { notFound, type Ctx, type Id } from '@quittance/kernel';
import { readSubscription } from '@quittance/sales';
import { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { loadFacts, type BatchFacts } from '../run/batch-facts.js';
import { billPeriod } from '../run/bill-period.js';
import type { PlannedPeriod } from '../schedules/billing-plan.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { FIND_SUBSCRIBED } from '../subscriptions/billed.sql.js';
import { plannedPeriods } from '../subscriptions/plan-subscribed.js';
import { previewedInvoice } from './preview.view.js';

/**
 * The invoices of a subscription that come next, made by what the run is made of: with the items as
 * they are agreed by now, and usage as far as it has come in.
 */
@Injectable()
export class PreviewSubscription {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
  ) {}

  /**
   * @throws DomainError not_found, account_not_active, validation_failed, invoice_total_negative
   */
  async execute(ctx: Ctx, id: Id<'subscription'>, count: number) {
    const held = new HeldQuotes();
    const { schedule, facts } = await this.db.read(ctx, (tx) => this.facts(tx, held, id, count));
    const steps = facts.subscribed.get(schedule.id)?.steps ?? [];
    const periods = plannedPeriods(schedule, steps).filter(({ lines }) => lines.length > 0);
    const invoices = await this.taxes.settle(ctx, held, () =>
      periods.map((period) => previewedPeriod(schedule, period, facts)),
    );
    const { currency } = schedule;
    const nextBillingDate = steps[0]?.step.dueOn ?? null;
    return { subscriptionId: id, scheduleId: schedule.id, currency, nextBillingDate, invoices };
  }

  private async facts(tx: Tx, held: HeldQuotes, id: Id<'subscription'>, count: number) {
    await readSubscription(tx, id);
    const schedule = await FIND_SUBSCRIBED.one<StoredSchedule>(tx, { subscriptionId: id });
    const bounds = { asOf: null, most: count, atMost: count };
    return { schedule, facts: await loadFacts(tx, this.taxes, held, [schedule], bounds) };
  }
}

function previewedPeriod(
  schedule: StoredSchedule,
  period: PlannedPeriod,
  { accounts, seller, products }: BatchFacts,
) {
  const account = accounts.get(schedule.accountId);
  if (!account) throw notFound({ object: 'account' });
  return previewedInvoice(billPeriod(schedule, period, account, seller, products));
}
