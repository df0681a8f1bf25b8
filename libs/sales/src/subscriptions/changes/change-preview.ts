import type { LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf } from '@quittance/money';
import { createHash } from 'node:crypto';
import type { Subscription } from '../subscription.description.js';
import { subscriptionItemView } from '../subscription.view.js';
import type { ChangeBilling } from './period-settlement.js';
import { netOf, type PlannedChange } from './plan-change.js';

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
  /** What is given back and asked for the rest of the running period; net below 0 is given back. */
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
  const settled = change.settlement?.items ?? [];
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
    billing: change.settlement?.billing ?? 'now',
    items,
  };
  // A new item is given its id when the change is made.
  const held = new Set(change.before.map(({ itemId }) => itemId));
  const moved = items.map((item) => ({ ...item, itemId: held.has(item.itemId) && item.itemId }));
  const content = JSON.stringify([id, version, { ...told, items: moved }]);
  return { ...told, previewHash: createHash('sha256').update(content).digest('hex') };
}
