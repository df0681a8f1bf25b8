import type { LocalDate } from '@quittance/calendar';
import { mrrOf } from '../../revenue/mrr.js';
import { itemsAfter, type WholeSubscription } from '../subscription.repository.js';
import { endOf, frequencyOn, itemsOn, netOf } from '../subscription.view.js';
import { withoutChange } from './planned-rows.js';

/** What becomes of a change that was planned for a day, whatever a subscription goes through. */
export interface PlannedFate {
  readonly on: LocalDate;
  /** Its day has come, or it does not come any more, or it comes to less than it was to. */
  readonly is: 'begun' | 'gone' | 'less';
  /** How much is left of what it adds to a month, of how much; of what is less. */
  readonly left: readonly [of: bigint, outOf: bigint];
}

const NONE = [0n, 1n] as const;

/** Null where none was planned, or it comes as it was to, or dearer. Pure. */
export function plannedFate(
  before: WholeSubscription,
  after: WholeSubscription,
  today: LocalDate,
): PlannedFate | null {
  const { changeOn: on, currency, updatedAt: now } = before.subscription;
  if (on === null) return null;
  if (on <= today) return { on, is: 'begun', left: NONE };
  const gone = { on, is: 'gone', left: NONE } as const;
  const end = endOf(after.subscription);
  const { changeOn } = after.subscription;
  // Another takes its place, be that planned for an earlier day or for a later one.
  if ((end !== null && end <= on) || changeOn !== on) return gone;
  const bare = itemsAfter(before.items, withoutChange(before.items, on, { currency, now }));
  const without = netOf(itemsOn(bare, on));
  const base = mrrOf(without, before.subscription.frequency);
  const [was, is] = [monthlyOn(before, on) - base, monthlyOn(after, on) - base];
  if (is >= was) return null;
  return is <= 0n ? gone : { on, is: 'less', left: [is, was] };
}

function monthlyOn({ subscription, items }: WholeSubscription, day: LocalDate): bigint {
  return mrrOf(netOf(itemsOn(items, day)), frequencyOn(subscription, day));
}
