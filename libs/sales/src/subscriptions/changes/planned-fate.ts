import type { LocalDate } from '@quittance/calendar';
import { itemsAfter, type WholeSubscription } from '../subscription.repository.js';
import { endOf, netOf } from '../subscription.view.js';
import { addedByAgreed, type GrossOf } from './added-spending.js';
import { withoutChange } from './planned-rows.js';

/** What becomes of a change that was planned for a day, whatever a subscription goes through. */
export interface PlannedFate {
  readonly on: LocalDate;
  /** Its day has come, or it does not come any more, or it comes to less than it was to. */
  readonly is: 'begun' | 'gone' | 'less';
  /** How much is left of what it adds to a period. */
  readonly left: readonly [of: bigint, outOf: bigint];
}

const NONE = [0n, 1n] as const;

/**
 * Null where none was planned, or it comes as it was to, or dearer. Pure.
 * @param grossOf as what it adds was charged; by what is before tax the parts are much the same
 */
export function plannedFate(
  before: WholeSubscription,
  after: WholeSubscription,
  today: LocalDate,
  grossOf: GrossOf = netOf,
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
  const was = addedByAgreed(before, bare, on, grossOf);
  const is = addedByAgreed(after, bare, on, grossOf);
  if (is >= was) return null;
  return is === 0n ? gone : { on, is: 'less', left: [is, was] };
}
