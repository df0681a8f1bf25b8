import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { isForLater, Database, type Tx } from '@quittance/database';
import { DomainError, type Ctx, type InvoiceId } from '@quittance/kernel';
import { DocumentsWithin } from '@quittance/receivables';
import { documentApproval } from '@quittance/rules';
import { subscriptionUsage } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { lineAsWritten } from '../subscriptions/billed-line.js';
import { LOCK_SUBSCRIBED } from '../subscriptions/billed.sql.js';
import { saidByOrder } from '../subscriptions/said-by-order.js';
import { interimLines } from './interim-lines.js';
import { NOTE_INTERIM, SCHEDULES_OF } from './interim.sql.js';
import { reachedUsage, type Day, type ReachedUsage } from './reached-usage.js';

const BATCH = 200;

/** A subscription whose usage may have reached something. */
type UsageDue = Awaited<ReturnType<typeof subscriptionUsage.due.next>>[number];

/** Told about a subscription whose usage could not be invoiced. */
export type InterimFault = (error: unknown, due: UsageDue) => void;

/**
 * Invoices usage that has reached a threshold of its plan ahead of the end of its period. Whose
 * usage came in since somebody looked is in a queue; what has reached nothing is found in sets and
 * leaves it, what has is invoiced in a transaction of its own. Any number may do so at once.
 */
@Injectable()
export class BillInterimUsage {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
    private readonly documents: DocumentsWithin,
  ) {}

  /**
   * Answers how many invoices were made.
   * @throws DomainError database_unavailable, database_busy: call again later
   */
  async execute(ctx: Ctx, onFault: InterimFault = () => undefined): Promise<number> {
    let made = 0;
    for (let after = subscriptionUsage.due.none; ;) {
      const from = after;
      const { seen, reached } = await this.db.write(ctx, (tx) => this.look(tx, from));
      for (const due of reached) made += await this.tried(ctx, due, onFault);
      const last = seen.at(-1);
      if (!last) return made;
      after = last.subscriptionId;
    }
  }

  private async look(tx: Tx, after: UsageDue['subscriptionId']) {
    const seen = await subscriptionUsage.due.next(tx, after, BATCH);
    if (seen.length === 0) return { seen, reached: [] };
    const subscriptionIds = seen.map(({ subscriptionId }) => subscriptionId);
    const [schedules, awaiting, day] = await Promise.all([
      SCHEDULES_OF.rows<StoredSchedule>(tx, { subscriptionIds }),
      documentApproval.waitingAmong(tx, subscriptionIds),
      dayOf(tx),
    ]);
    const found = await reachedUsage(tx, schedules, day);
    const ids = new Set(found.reached.map(({ schedule }) => schedule.subscriptionId));
    const later = found.waiting.map(({ subscriptionId }) => subscriptionId);
    // Nothing is billed of a subscription that awaits approval: it is looked at again.
    const waiting = new Set<string | null>([...later, ...awaiting]);
    const reached = seen.filter(({ subscriptionId: id }) => ids.has(id) && !awaiting.has(id));
    const rest = seen.filter(({ subscriptionId: id }) => !ids.has(id) && !waiting.has(id));
    await subscriptionUsage.due.settle(tx, rest);
    return { seen, reached };
  }

  /** What is refused waits for more usage, or for the end of the period, which bills it. */
  private async tried(ctx: Ctx, due: UsageDue, onFault: InterimFault): Promise<number> {
    try {
      return await this.taxes.write(ctx, (tx, taxes) => this.bill(tx, taxes, due));
    } catch (error) {
      if (isForLater(error)) throw error;
      onFault(error, due);
      if (error instanceof DomainError) {
        await this.db.write(ctx, (tx) => subscriptionUsage.due.settle(tx, [due]));
      }
      return 0;
    }
  }

  private async bill(tx: Tx, taxes: Taxes, due: UsageDue): Promise<number> {
    const subscriptionIds = [due.subscriptionId];
    const schedules = await LOCK_SUBSCRIBED.rows<StoredSchedule>(tx, { subscriptionIds });
    if ((await documentApproval.waitingAmong(tx, subscriptionIds)).size > 0) return 0;
    const day = await dayOf(tx);
    const { reached, waiting } = await reachedUsage(tx, schedules, day);
    for (const each of reached) {
      const { id } = await this.documents.draft(tx, taxes, await draftOf(tx, each, day));
      await NOTE_INTERIM.run(tx, NOTE_INTERIM.columns([notedInterim(each, id)]));
    }
    if (waiting.length === 0) await subscriptionUsage.due.settle(tx, [due]);
    return reached.length;
  }
}

async function dayOf(tx: Tx): Promise<Day> {
  const terms = await readCompanyTerms(tx);
  return { today: companyToday(terms, tx.ctx.now), timeZone: terms.timeZone };
}

async function draftOf(tx: Tx, reached: ReachedUsage<StoredSchedule>, { today }: Day) {
  const { schedule, facts, span } = reached;
  const { accountId, currency, subscriptionId, contractId } = schedule;
  return {
    accountId,
    currency,
    subscriptionId,
    contractId,
    ...(await saidByOrder(tx, schedule, { issueDate: today, poNumber: facts.poNumber })),
    periodStart: span.start,
    periodEnd: today,
    lines: interimLines(reached, today).map(lineAsWritten),
  };
}

function notedInterim(
  { schedule, span, rated, threshold, amount }: ReachedUsage<StoredSchedule>,
  invoiceId: InvoiceId,
) {
  const { item, start: startOn, until: untilOn } = span;
  const { planVersionId, itemId } = item;
  const of = { scheduleId: schedule.id, startOn, untilOn, planVersionId, itemId };
  return { ...of, threshold, usage: rated.amount, amount, invoiceId };
}
