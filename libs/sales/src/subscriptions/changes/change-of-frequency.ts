import type { LocalDate } from '@quittance/calendar';
import { mrrOf } from '../../revenue/mrr.js';
import { regridded } from '../grid.js';
import { begunGrid } from '../moves.js';
import type { Subscription } from '../subscription.description.js';
import { changePending } from '../subscription.errors.js';
import { gridOf, gridPatch, netOf } from '../subscription.view.js';
import type { PlannedChange } from './plan-change.js';

type Frequency = Subscription['frequency'];

/**
 * What a change makes of the periods: others from its day on, where it is of another frequency. A
 * change of them that was planned gives way. What costs nothing yet begins with its first day.
 */
export function gridAfter(
  subscription: Subscription,
  { on, frequency, today }: { on: LocalDate; frequency: Frequency; today: LocalDate },
): Partial<Subscription> {
  const { billedFrom, status } = subscription;
  if (frequency === subscription.frequency) return { gridNext: null };
  if (on <= billedFrom || status === 'pending') {
    const begun = begunGrid(subscription, billedFrom, frequency);
    return { frequency, ...begun, gridBefore: null, gridNext: null };
  }
  if (on > today) return { gridNext: { on, frequency } };
  return gridPatch(regridded(gridOf({ ...subscription, gridNext: null }), on, frequency));
}

/** Behind the day on which other periods begin nothing is changed before it has come. */
export function refuseBehindGrid({ gridNext }: Subscription, on: LocalDate): void {
  if (gridNext && on > gridNext.on) throw changePending({ day: gridNext.on });
}

/** Whether a change costs more: of other periods by what a month of them comes to. */
export function costsMore(
  { before, after }: Pick<PlannedChange, 'before' | 'after'>,
  { was, is }: { was: Frequency; is: Frequency },
): boolean {
  if (was === is) return netOf(after) > netOf(before);
  return mrrOf(netOf(after), is) > mrrOf(netOf(before), was);
}
