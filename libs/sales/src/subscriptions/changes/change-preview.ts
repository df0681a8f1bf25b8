import type { LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf } from '@quittance/money';
import { createHash } from 'node:crypto';
import type { Subscription } from '../subscription.description.js';
import { netOf, subscriptionItemView } from '../subscription.view.js';
import type { ChangeBilling, PeriodSettlement, UndoneItem } from './period-settlement.js';
import { type PlannedChange } from './plan-change.js';

/** What a change would do, and what has to be the same when it is made. */
export interface ChangePreview {
  readonly effectiveOn: LocalDate;
  readonly currency: string;
  /** How often it bills from then on. */
  readonly frequency: Subscription['frequency'];
  /** Net of a whole period. */
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  /**
   * What is given back and asked for the rest of the running period, beside what changes have asked
   * of it before, those of today among them; net below 0 is given back.
   */
  readonly credit: string;
  readonly charge: string;
  readonly net: string;
  /** When that is invoiced. */
  readonly billing: ChangeBilling;
  readonly items: readonly ReturnType<typeof subscriptionItemView>[];
  readonly previewHash: string;
}

export function changePreview(subscription: Subscription, change: PlannedChange): ChangePreview {
  const { id, version, currency } = subscription;
  const items = change.after.map((item) => subscriptionItemView(item, currency));
  const [before, after] = [netOf(change.before), netOf(change.after)];
  const settled = change.settlement ? besideUndone(change.settlement) : [];
  const credit = sumOf(settled.map((each) => each.credit));
  const charge = sumOf(settled.map((each) => each.charge));
  const told = {
    effectiveOn: change.effectiveOn,
    currency,
    frequency: change.frequency ?? subscription.frequency,
    before: formatMinor(before, currency),
    after: formatMinor(after, currency),
    difference: formatMinor(after - before, currency),
    credit: formatMinor(credit, currency),
    charge: formatMinor(charge, currency),
    net: formatMinor(charge - credit, currency),
    billing: change.billing ?? 'now',
    items,
  };
  // A new item is given its id when the change is made.
  const held = new Set(change.before.map(({ itemId }) => itemId));
  const moved = items.map((item) => ({ ...item, itemId: held.has(item.itemId) && item.itemId }));
  const content = JSON.stringify([id, version, { ...told, items: moved }]);
  return { ...told, previewHash: createHash('sha256').update(content).digest('hex') };
}

/**
 * What a change comes to beside the one of its day in the place of which it is: what that asked
 * comes back, and what it gave back is asked, but for items with which it leaves it at that.
 */
function besideUndone({ items, undone }: PeriodSettlement): UndoneItem[] {
  const itemIds = new Set([...items.map(({ item }) => item.itemId), ...undone.map(idOf)]);
  const owed = items.map(({ item, credit, charge }) => ({ itemId: item.itemId, credit, charge }));
  return [...itemIds].flatMap((itemId): UndoneItem[] => {
    const [is, was] = [together(owed, itemId), together(undone, itemId)];
    if (is.credit === was.credit && is.charge === was.charge) return [];
    const more = is.credit - was.credit;
    const credit = was.charge + (more > 0n ? more : 0n);
    return [{ itemId, credit, charge: is.charge - (more < 0n ? more : 0n) }];
  });
}

const idOf = ({ itemId }: UndoneItem) => itemId;

function together(all: readonly UndoneItem[], itemId: UndoneItem['itemId']): UndoneItem {
  const own = all.filter((each) => each.itemId === itemId);
  const [credit, charge] = [sumOf(own.map((a) => a.credit)), sumOf(own.map((a) => a.charge))];
  return { itemId, credit, charge };
}
