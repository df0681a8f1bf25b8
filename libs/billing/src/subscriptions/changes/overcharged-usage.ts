import { addDays } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { billedSubscriptions, subscriptionUsage } from '@quittance/sales';
import { withForgivenAhead } from '../../interim/forgiven-ahead.js';
import { interimsWithin, type InterimUsage } from '../../interim/interim-usage.js';
import { INTERIM_USAGE } from '../../interim/interim.sql.js';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import { PENDING_USAGE } from '../billed.sql.js';
import { asBilled, lateUsage, type BilledUsage } from '../usage-lines.js';
import type { SettleTools } from './settle-tools.js';
import { usageByHand } from './by-hand/usage-by-hand.js';
import type { CreditedText } from './credit-on.js';

/** Usage that was billed at more than it comes to. */
export interface OverchargedUsage {
  readonly said: CreditedText;
  /** The invoice that billed it, and those of it ahead of that. */
  readonly own: readonly InvoiceId[];
  /** What is too much, in minor units. */
  readonly amount: bigint;
  /** As it is billed once that has come back. */
  readonly billed: BilledUsage;
}

/** What usage of a locked schedule is to come back that no invoice had room for. */
export async function overchargedUsage(
  tx: Tx,
  documents: SettleTools['documents'],
  { id: scheduleId, subscriptionId, currency }: StoredSchedule,
  timeZone: string,
): Promise<OverchargedUsage[]> {
  const rows = await PENDING_USAGE.rows<BilledUsage>(tx, { scheduleId });
  const pending = await withForgivenAhead(tx, rows);
  const [first] = pending;
  if (!first || subscriptionId === null) return [];
  const versions = await subscriptionUsage.planVersions(tx, [
    ...new Set(pending.map(({ planVersionId }) => planVersionId)),
  ]);
  const found = await billedSubscriptions(tx, [subscriptionId], addDays(first.startOn, -1));
  const own = found.get(subscriptionId);
  if (!own) return [];
  const { items, terms } = own;
  const asked = pending.map((each) => asBilled(each, terms));
  const periods = pending.map(({ periodOn, startOn }) => periodOn ?? startOn);
  const since = periods.reduce((oldest, day) => (day < oldest ? day : oldest));
  const [rated, ahead] = await Promise.all([
    subscriptionUsage.rateOver(tx, asked, versions, timeZone),
    INTERIM_USAGE.rows<InterimUsage>(tx, { scheduleIds: [scheduleId], since }),
  ]);
  const byHand = await usageByHand(tx, documents, scheduleId, pending);
  return pending.flatMap((before, i): OverchargedUsage[] => {
    const now = rated[i];
    const item = items.findLast(({ itemId }) => itemId === before.itemId) ?? items.at(-1);
    if (!now || !item) return [];
    const { billed, delta, line } = lateUsage(before, now, item, {
      currency,
      room: null,
      byHand: byHand.get(before) ?? 0n,
    });
    // What has come in since asks for more: the next invoice does that.
    if (delta > 0n) return [];
    const { startOn, untilOn, periodOn, invoiceId } = before;
    const within = interimsWithin(ahead, { start: periodOn ?? startOn, until: untilOn });
    const invoiced = within.flatMap((each) => each.invoiceId ?? []).reverse();
    const invoices = [...(invoiceId ? [invoiceId] : []), ...invoiced];
    const { productId, taxCode, placeOf } = item;
    const description = line?.description ?? item.description;
    const said = { productId, taxCode, placeOf, description, startOn, untilOn };
    return [{ said, own: invoices, amount: -delta, billed }];
  });
}
