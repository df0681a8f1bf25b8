import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { contractBounds } from '../../billed/contract-bound.js';
import type { Subscription } from '../subscription.description.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { firstItemOf, isEarning, itemsFrom, itemsOn } from '../subscription.view.js';
import { settlementOf, type BilledState, type PeriodSettlement } from './period-settlement.js';
import { taxesOfPaid } from './taxes-of-paid.js';

type BilledOn = (day: LocalDate) => Promise<BilledState>;

/**
 * The day of a change that settles what is paid for and has come; null where none has. An end or a
 * pause that comes first does so first: what has ended is not changed, and what stands still is
 * once it goes on.
 */
export function dueChangeDay(subscription: Subscription, today: LocalDate): LocalDate | null {
  const { laterSettlement, cancelAt, pauseOn } = subscription;
  if (!laterSettlement || laterSettlement.on > today) return null;
  const { on } = laterSettlement;
  if (!isEarning(subscription)) return null;
  if ((cancelAt !== null && cancelAt <= on) || (pauseOn !== null && pauseOn <= on)) return null;
  return on;
}

/** What a change comes to that is planned; null where an end or a pause is there first. */
export async function comingSettlementOf(
  tx: Tx,
  whole: WholeSubscription,
  billed: BilledState,
): Promise<PeriodSettlement | null> {
  const { laterSettlement } = whole.subscription;
  if (laterSettlement === null || dueChangeDay(whole.subscription, laterSettlement.on) === null) {
    return null;
  }
  return laterSettlementOf(tx, whole, billed);
}

/** What a change comes to that is planned for a day, by what is paid for on it. */
async function laterSettlementOf(
  tx: Tx,
  whole: WholeSubscription,
  billed: BilledState,
): Promise<PeriodSettlement | null> {
  const { laterSettlement } = whole.subscription;
  if (laterSettlement === null) return null;
  const after = itemsFrom(whole.items, laterSettlement.on);
  const taxOf = await taxesOfPaid(tx, billed, after);
  return settlementOf(whole, billed, { ...laterSettlement, after, taxOf });
}

/**
 * What the day of a change brings that settles what is paid for: the same as if it were made on it,
 * however late that is noticed. Null where none has come.
 */
export async function dueChange(
  tx: Tx,
  whole: WholeSubscription,
  today: LocalDate,
  billed: BilledOn,
) {
  const { subscription, items } = whole;
  const on = dueChangeDay(subscription, today);
  if (on === null || (await isBehindContract(tx, subscription, on))) return null;
  const { changeOn } = subscription;
  const settlement = await laterSettlementOf(tx, whole, await billed(on));
  return {
    patch: {
      changeOn: changeOn !== null && changeOn > today ? changeOn : null,
      laterSettlement: null,
      ...firstItemOf(itemsOn(items, today)),
    },
    kind: 'changed' as const,
    effectiveOn: on,
    told: 'subscription.changed' as const,
    // Whatever else is asked of the subscription does not depend on an invoice for it.
    settlement: settlement && { ...settlement, mayWait: true },
  };
}

/** A contract in force that ends before the day is renewed first, or ends the subscription. */
async function isBehindContract(
  tx: Tx,
  { contractId }: Subscription,
  day: LocalDate,
): Promise<boolean> {
  const { contractEnd } = (await contractBounds(tx, [contractId]))(contractId);
  return contractEnd !== null && contractEnd < day;
}

/**
 * What stood still on the day of its change has it with the day on which it goes on: until then
 * nothing was served, and what was paid for stays so.
 */
export function changeGoesOn(
  before: Subscription,
  after: Subscription,
  today: LocalDate,
): Partial<Subscription> {
  const { laterSettlement } = after;
  const resumes = before.status === 'suspended' && isEarning(after);
  if (!resumes || !laterSettlement || laterSettlement.on >= today) return {};
  return { laterSettlement: { ...laterSettlement, on: today } };
}
