import { Injectable } from '@nestjs/common';
import { addDays } from '@quittance/calendar';
import { MOST_LATE_DAYS, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { DocumentsWithin, findInvoice } from '@quittance/receivables';
import { billedSubscriptions, subscriptionUsage } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { noUsageBilled } from '../billing.errors.js';
import { withForgivenAhead } from '../interim/forgiven-ahead.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import { lineAsWritten } from './billed-line.js';
import { returnedUsage } from './changes/change-line.js';
import { askReturnedAgain } from './changes/ask-again.js';
import { usageByHand } from './changes/by-hand/usage-by-hand.js';
import { INSERT_CHANGE_LINES } from './changes/change-line.sql.js';
import { announceLateUsage } from './announce-late-usage.js';
import { CORRECT_BILLED_USAGE, LOCK_SUBSCRIBED, STILL_OPEN_USAGE } from './billed.sql.js';
import { positionOf } from './subscribed-facts.js';
import { asBilled, isChanged, lateUsage, type BilledUsage } from './usage-lines.js';

/** Puts usage that came late on a draft, instead of the next invoice. */
@Injectable()
export class RefreshUsage {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly documents: DocumentsWithin,
  ) {}

  /** @throws DomainError not_found, no_usage_billed, invoice_not_editable, invoice_total_negative */
  execute(ctx: Ctx, id: InvoiceId) {
    return this.taxes.write(ctx, (tx, taxes) => this.refresh(tx, taxes, id));
  }

  private async refresh(tx: Tx, taxes: Taxes, id: InvoiceId) {
    const invoice = await findInvoice(tx, id);
    if (!invoice) throw notFound({ object: 'invoice' });
    const { subscriptionId } = invoice;
    const subscriptionIds = subscriptionId ? [subscriptionId] : [];
    const schedule = await LOCK_SUBSCRIBED.maybe<StoredSchedule>(tx, { subscriptionIds });
    const { accountId, currency } = invoice;
    // Anybody can say of an invoice that it is of a subscription.
    if (schedule?.accountId !== accountId || schedule.currency !== currency) {
      throw noUsageBilled({ number: invoice.number });
    }
    const late = await lateUsageOf(tx, this.documents, schedule);
    if (late.length > 0) {
      const usage = late.map(({ billed }) => ({ ...billed, scheduleId: schedule.id }));
      await CORRECT_BILLED_USAGE.run(tx, CORRECT_BILLED_USAGE.columns(usage));
    }
    const lines = late.flatMap(({ line }) => (line ? [lineAsWritten(line)] : []));
    const refreshed = await this.documents.addLines(tx, taxes, id, lines);
    const borne = { madeOn: refreshed.issueDate, invoiceId: id, creditNoteId: null };
    const { subscriptionId: of } = schedule;
    for (const { before, rated: amount } of late) {
      const { startOn, untilOn } = before;
      if (amount !== 0n && of !== null) {
        announceLateUsage(tx, { subscriptionId: of, currency }, { startOn, untilOn, amount }, id);
      }
    }
    const returned = late.flatMap(({ line, delta, before }) =>
      line && delta < 0n ? [returnedUsage(before, line, delta, borne)] : [],
    );
    if (returned.length > 0 && schedule) {
      const rows = returned.map((each) => ({ ...each, scheduleId: schedule.id }));
      await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(rows));
      await askReturnedAgain(
        tx,
        rows.flatMap(({ corrects }) => corrects ?? []),
      );
    }
    return refreshed;
  }
}

/** Usage that was billed and is another by now. */
async function lateUsageOf(tx: Tx, documents: DocumentsWithin, schedule: StoredSchedule) {
  const { subscriptionId, currency } = schedule;
  if (subscriptionId === null) return [];
  const since = addDays(positionOf(schedule).usageUntil, -MOST_LATE_DAYS);
  const [company, rows, found] = await Promise.all([
    readCompany(tx),
    STILL_OPEN_USAGE.rows<BilledUsage>(tx, { scheduleIds: [schedule.id], since }),
    billedSubscriptions(tx, [subscriptionId], since),
  ]);
  if (rows.length === 0) return [];
  const open = await withForgivenAhead(tx, rows);
  const versions = await subscriptionUsage.planVersions(tx, [
    ...new Set(open.map(({ planVersionId }) => planVersionId)),
  ]);
  const own = found.get(subscriptionId);
  if (!own) return [];
  const { items, terms } = own;
  const asked = open.map((each) => asBilled(each, terms));
  const rated = await subscriptionUsage.rateOver(tx, asked, versions, company.timeZone);
  const changed = open.flatMap((billed, i) => {
    const now = rated[i];
    const item = items.findLast(({ itemId }) => itemId === billed.itemId) ?? items.at(-1);
    return now && item && isChanged(billed, now) ? [{ billed, now, item }] : [];
  });
  const before = changed.map(({ billed }) => billed);
  const credited = await usageByHand(tx, documents, schedule.id, before);
  return changed.map(({ billed, now, item }) => {
    const byHand = credited.get(billed) ?? 0n;
    return { before: billed, ...lateUsage(billed, now, item, { currency, room: null, byHand }) };
  });
}
