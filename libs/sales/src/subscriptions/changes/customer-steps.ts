import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { endsBehind } from '../ends/ends-behind.js';
import { subscriptionNoun, type Subscription } from '../subscription.description.js';
import { mayBe, type SubscriptionId } from '../subscription.js';
import { billedPeriod } from '../subscription.view.js';

/** What a customer may do with a subscription today, whatever who asks may: that is theirs to add. */
export interface CustomerSteps {
  readonly mayChange: boolean;
  readonly mayPause: boolean;
  /** That it stands still, is to, or is to end may be taken back. */
  readonly mayResume: boolean;
  readonly mayCancel: boolean;
}

export const NO_CUSTOMER_STEPS: CustomerSteps = Object.freeze({
  mayChange: false,
  mayPause: false,
  mayResume: false,
  mayCancel: false,
});

/** What the state of a subscription does not say alone. */
export interface AllowedSteps {
  /** By its plans. */
  readonly pause: boolean;
  /** Its end was told, and is not that of its contract or of the term that was sold. */
  readonly keep: boolean;
}

/** What the operations for customers would not refuse for the state that it is in. */
export function customerStepsOf(
  subscription: Subscription,
  allowed: AllowedSteps,
  today: LocalDate,
): CustomerSteps {
  const { status, awaitsOrder, cancelAt } = subscription;
  // What waits for its order is moved by that alone, and an end that has come is only to be swept.
  if (awaitsOrder || (cancelAt !== null && cancelAt <= today)) return NO_CUSTOMER_STEPS;
  return {
    mayChange: status === 'pending' || mayBe('change', status),
    mayPause: allowed.pause && mayBe('pause', status),
    mayResume: isToBeTakenBack(subscription, allowed),
    mayCancel: mayBe('cancel', status) && endsEarlier(subscription, today),
  };
}

/** An end that was told, or else a pause, come or not. */
function isToBeTakenBack(
  { status, suspendedReason, pauseOn }: Subscription,
  allowed: AllowedSteps,
): boolean {
  if (allowed.keep) return mayBe('keep', status);
  // What the company has stopped, or paused beside its plans, goes on by the company.
  if (status === 'suspended') return suspendedReason === 'pause' && allowed.pause;
  return pauseOn !== null && mayBe('pause', status);
}

/** Whether an end with its period is another than it has already. */
function endsEarlier(subscription: Subscription, today: LocalDate): boolean {
  const { billedFrom, cancelAt } = subscription;
  const end = today < billedFrom ? billedFrom : billedPeriod(subscription, today)?.until;
  return end !== undefined && (cancelAt === null || cancelAt > end);
}

/** By primary key. */
const FIND = sql(`select ${subscriptionNoun.rows.select('s')} from sales.subscription s
  where s.company_id = $1 and s.id = any($2::uuid[])`);

/** By prefix of the primary key of items, and by primary key of plans. */
const PAUSABLE = sql(`
  select i.subscription_id as id from sales.subscription_item i
  join sales.plan p on p.company_id = $1 and p.id = i.plan_id
  where i.company_id = $1 and i.subscription_id = any($2::uuid[])
    and i.valid_from <= $3::date and (i.valid_to is null or i.valid_to > $3::date)
  group by i.subscription_id having bool_and(p.customer_may_pause)`);

/** What customers may do with each of some subscriptions on a day; the caller has found them. */
export async function customerSteps(
  tx: Tx,
  ids: readonly SubscriptionId[],
  today: LocalDate,
): Promise<ReadonlyMap<SubscriptionId, CustomerSteps>> {
  const { companyId } = tx.ctx;
  const [all, pausable] = await Promise.all([
    tx.rows<Subscription>(FIND, [companyId, ids]),
    tx.rows<{ readonly id: SubscriptionId }>(PAUSABLE, [companyId, ids, today]),
  ]);
  const byPlan = new Set(pausable.map(({ id }) => id));
  const told = await endsBehind(tx, all);
  return new Map(
    all.map((each) => {
      const allowed = { pause: byPlan.has(each.id), keep: told.has(each.id) };
      return [each.id, customerStepsOf(each, allowed, today)];
    }),
  );
}
