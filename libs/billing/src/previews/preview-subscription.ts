import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx, Id } from '@quittance/kernel';
import { DocumentsWithin } from '@quittance/receivables';
import { readSubscription } from '@quittance/sales';
import { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { interimLines } from '../interim/interim-lines.js';
import type { InterimUsage } from '../interim/interim-usage.js';
import { reachedUsage, type ReachedUsage } from '../interim/reached-usage.js';
import { billedBy, loadFacts, type BatchFacts } from '../run/batch-facts.js';
import { billPeriod } from '../run/bill-period.js';
import { SCHEDULED_DAYS_TO_PAY, type PlannedPeriod } from '../schedules/billing-plan.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { FIND_SUBSCRIBED } from '../subscriptions/billed.sql.js';
import { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import { plannedPeriods } from '../subscriptions/plan-subscribed.js';
import { FollowSubscriptions } from '../subscriptions/follow-subscriptions.js';
import { comingBehind } from './coming-behind.js';
import { comingChange, withComing } from './coming-change.js';
import { previewedInvoice } from './preview.view.js';
import { seenParties, toldInvoice } from './seen-parties.js';

/**
 * The invoices of a subscription that come next, made by what the run is made of: with the items as
 * they are agreed by now, usage as far as it has come in, and what is settled and waits.
 */
@Injectable()
export class PreviewSubscription {
  constructor(
    private readonly db: Database,
    readonly taxes: TaxQuotes,
    private readonly follow: FollowSubscriptions,
    private readonly documents: DocumentsWithin,
    readonly pending: PendingCredits,
  ) {}

  /**
   * @throws DomainError not_found, account_not_active, validation_failed, invoice_total_negative
   */
  async execute(ctx: Ctx, id: Id<'subscription'>, count: number) {
    const held = new HeldQuotes();
    const read = await this.db.read(ctx, (tx) => this.facts(tx, held, id, count));
    const { schedule, facts, ahead, change, isSeen } = read;
    const behind = await comingBehind(ctx, this, { ...read, held });
    const steps = facts.subscribed.get(schedule.id)?.steps ?? [];
    const planned = plannedPeriods(schedule, steps).filter(({ lines }) => lines.length > 0);
    const periods = [...ahead, ...withComing(planned, change, schedule)].slice(0, count);
    const made = await this.taxes.settle(ctx, held, () =>
      periods.map((period) => {
        return (
          behind.changed.get(planned.indexOf(period)) ?? previewedPeriod(schedule, period, facts)
        );
      }),
    );
    const coming = [...behind.own, ...made].slice(0, count);
    const invoices = coming.map((invoice) => toldInvoice(invoice, isSeen));
    const { currency } = schedule;
    const [now = ahead[0]] = behind.own;
    const nextBillingDate = now?.issueDate ?? steps[0]?.step.dueOn ?? null;
    return { subscriptionId: id, scheduleId: schedule.id, currency, nextBillingDate, invoices };
  }

  private async facts(tx: Tx, held: HeldQuotes, id: Id<'subscription'>, count: number) {
    const whole = await readSubscription(tx, id);
    const schedule = await FIND_SUBSCRIBED.one<StoredSchedule>(tx, { subscriptionId: id });
    const { timeZone, ...terms } = await readCompanyTerms(tx);
    const today = companyToday({ timeZone, ...terms }, tx.ctx.now);
    const { reached } = await reachedUsage(tx, [schedule], { today, timeZone });
    const bounds = { asOf: null, most: count, atMost: count, foreseen: reached.map(foreseen) };
    const ahead = reached.map((each) => interimPeriod(each, today));
    const books = { documents: this.documents, follow: this.follow };
    const change = await comingChange(tx, books, schedule, whole);
    const { accountId } = schedule;
    return {
      schedule,
      today,
      ahead,
      change,
      isSeen: (await seenParties(tx, [accountId])).has(accountId),
      facts: await loadFacts(tx, this.taxes, held, [schedule], bounds, [
        ...linesOf(ahead),
        ...(change?.lines ?? []),
      ]),
    };
  }
}

const linesOf = (periods: readonly PlannedPeriod[]) => periods.flatMap(({ lines }) => lines);

/** An invoice of usage that is made as soon as a worker looks. */
function interimPeriod(reached: ReachedUsage<StoredSchedule>, today: LocalDate): PlannedPeriod {
  return {
    index: reached.schedule.nextPeriod,
    start: reached.span.start,
    end: today,
    issueDate: today,
    dueDate: addDays(today, SCHEDULED_DAYS_TO_PAY),
    part: 0,
    lines: interimLines(reached, today),
    subscribed: null,
  };
}

function foreseen(reached: ReachedUsage<StoredSchedule>): InterimUsage {
  const { schedule, span, rated, threshold, amount } = reached;
  const { planVersionId, itemId } = span.item;
  return {
    scheduleId: schedule.id,
    startOn: span.start,
    untilOn: span.until,
    planVersionId,
    itemId,
    threshold,
    usage: rated.amount,
    amount,
    invoiceId: null,
    number: null,
    standing: true,
  };
}

function previewedPeriod(schedule: StoredSchedule, period: PlannedPeriod, facts: BatchFacts) {
  return previewedInvoice(
    billPeriod(schedule, period, billedBy(schedule, facts), facts.seller, facts.products),
  );
}
