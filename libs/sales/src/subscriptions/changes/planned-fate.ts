import type { LocalDate } from '@quittance/calendar';
import { itemsAfter, type WholeSubscription } from '../subscription.repository.js';
import { endOf, netOf } from '../subscription.view.js';
import { addedByAgreed, savedFrom, type GrossOf } from './added-spending.js';
import { withoutChange } from './planned-rows.js';

/** What becomes of a change that was planned for a day, whatever a subscription goes through. */
export interface PlannedFate {
  readonly on: LocalDate;
  /** Its day has come, or it does not come any more, or it comes to less than it was to. */
  readonly is: 'begun' | 'gone' | 'less';
  /** How much is left of what it adds to a period. */
  readonly left: LeftOfChange;
}

/** So many parts of so many, or all but an amount in minor units. */
export type LeftOfChange = readonly [of: bigint, outOf: bigint] | { readonly allBut: bigint };

const NONE = [0n, 1n] as const;

/**
 * Null where none was planned, or it comes as it was to, or dearer. Whatever is changed of a
 * subscription before it starts is planned for its first day. Pure.
 * @param grossOf as what it adds was charged; by what is before tax the parts are much the same
 */
export function plannedFate(
  before: WholeSubscription,
  after: WholeSubscription,
  today: LocalDate,
  grossOf: GrossOf = netOf,
): PlannedFate | null {
  const { status, awaitsOrder, startDate, changeOn } = before.subscription;
  const isAhead = status === 'pending' && !awaitsOrder;
  const on = isAhead ? startDate : changeOn;
  if (on === null) return null;
  const gone = { on, is: 'gone', left: NONE } as const;
  const end = endOf(after.subscription);
  // What is planned behind an end does not come, also where that is noticed only later.
  if (end !== null && end <= on) return gone;
  if (on <= today) return { on, is: 'begun', left: NONE };
  if (isAhead) return lessAhead(before, after, on, grossOf);
  // Another takes its place, be that planned for an earlier day or for a later one.
  if (after.subscription.changeOn !== on) return gone;
  const { currency, updatedAt: now } = before.subscription;
  const bare = itemsAfter(before.items, withoutChange(before.items, on, { currency, now }));
  const was = addedByAgreed(before, bare, on, grossOf);
  const is = addedByAgreed(after, bare, on, grossOf);
  if (is >= was) return null;
  return is === 0n ? gone : { on, is: 'less', left: [is, was] };
}

/** Before the start nobody knows any more what there was without changes: less is what is saved. */
function lessAhead(
  before: WholeSubscription,
  after: WholeSubscription,
  on: LocalDate,
  grossOf: GrossOf,
): PlannedFate | null {
  const allBut = savedFrom(on, { was: before, is: after }, grossOf);
  return allBut > 0n ? { on, is: 'less', left: { allBut } } : null;
}
