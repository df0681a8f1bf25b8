import type { LocalDate } from '@quittance/calendar';
import { dueStep } from '../moves.js';
import type { EndCredit } from '../subscription.js';
import type { WholeSubscription } from '../subscription.repository.js';
import type { SubscriptionStep } from '../records/subscription-step.js';
import { settlementOf, type BilledState, type PeriodSettlement } from './period-settlement.js';

/** What comes back of days that are paid for and are not served by a pause. */
export function pauseSettlement(
  whole: WholeSubscription,
  billed: BilledState,
  on: LocalDate,
): PeriodSettlement | null {
  const released = { on, after: [], proration: 'prorated', releases: true } as const;
  return settlementOf(whole, billed, released);
}

/** What comes back of days that are paid for and lie behind an end. */
export function endSettlement(
  whole: WholeSubscription,
  billed: BilledState,
  on: LocalDate,
  credit: EndCredit,
): PeriodSettlement | null {
  return settlementOf(whole, billed, { on, after: [], proration: credit });
}

/**
 * What the day brings to a subscription that gives back what is paid for on it: the same as if it
 * were asked for now. Null where nothing has come.
 * @param billed for which days from one on invoices were made
 */
export async function creditedStep(
  whole: WholeSubscription,
  today: LocalDate,
  billed: (day: LocalDate) => Promise<BilledState>,
): Promise<SubscriptionStep | null> {
  const step = dueStep(whole, today);
  if (step === null) return null;
  const { cancelCredit, pauseCredit, pauseOn } = whole.subscription;
  const { effectiveOn: on, kind } = step;
  if (kind === 'cancelled' && cancelCredit !== null) {
    const settlement = endSettlement(whole, await billed(on), on, cancelCredit);
    return { ...step, settlement };
  }
  if (kind === 'paused' && pauseCredit && pauseOn !== null) {
    return { ...step, settlement: pauseSettlement(whole, await billed(on), on) };
  }
  return step;
}
