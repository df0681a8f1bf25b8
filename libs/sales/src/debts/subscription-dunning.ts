import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import { documentApproval } from '@quittance/rules';
import { dueChangeDay } from '../subscriptions/changes/due-change.js';
import { cancelled, suspended } from '../subscriptions/moves.js';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { SubscriptionSteps, type TakenStep } from '../subscriptions/subscription-steps.js';
import { withItems, type WholeSubscription } from '../subscriptions/subscription.repository.js';
import { mayBe, type SubscriptionId } from '../subscriptions/subscription.js';
import { AT_REST, LOCK_FREE, THERE } from './debt.sql.js';

/** What is to be done about a subscription of which an invoice stays unpaid. */
export interface DunnedSubscription {
  readonly subscriptionId: Id<'subscription'>;
  /** Whose invoice it is. */
  readonly accountId: AccountId;
  readonly action: 'suspend' | 'cancel';
  /** It was seen that there is nothing to suspend as yet, and decided not to wait for that. */
  readonly atRest: boolean;
}

/** `skipped`: there was nothing to do; `failed`: try again. The reason is a stable code. */
export interface DunningOutcome {
  readonly result: 'done' | 'skipped' | 'failed';
  readonly reason: string | null;
}

const DONE: DunningOutcome = { result: 'done', reason: null };
const skipped = (reason: string): DunningOutcome => ({ result: 'skipped', reason });
const BUSY: DunningOutcome = { result: 'failed', reason: 'subscription_busy' };

/** Why nothing is done about it; undefined where something is. */
function idleReason({ status }: Subscription, action: DunnedSubscription['action']) {
  if (mayBe(action, status)) return undefined;
  if (status === 'cancelled' || status === 'expired') return 'subscription_ended';
  return status === 'suspended' ? 'already_suspended' : 'subscription_not_started';
}

/** As `AT_REST` has it. */
function isAtRest({ status, suspendedReason }: Subscription): boolean {
  return status === 'pending' || status === 'trialing' || suspendedReason === 'pause';
}

/** Suspends and cancels for dunning: in sets, and nothing twice. */
@Injectable()
export class SubscriptionDunning {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * Those that there is nothing to suspend of as yet, but will be once they begin or go on: they
   * have not begun, are on trial or paused.
   */
  static async atRest(
    tx: Tx,
    ids: readonly Id<'subscription'>[],
  ): Promise<ReadonlySet<Id<'subscription'>>> {
    if (ids.length === 0) return new Set();
    const rows = await AT_REST.rows<{ id: Id<'subscription'> }>(tx, { ids });
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Acts within the transaction of whoever holds the invoices, so that it waits for no
   * subscription; the outcomes are in the order of what is asked. Where one invoice asks to suspend
   * a subscription and another to cancel it, it is cancelled.
   */
  async act(tx: Tx, asked: readonly DunnedSubscription[]): Promise<DunningOutcome[]> {
    const ids = [...new Set(asked.map(({ subscriptionId }) => subscriptionId as SubscriptionId))];
    const [locked, today, there] = await tx.locked(
      () => LOCK_FREE.rows<Subscription>(tx, { ids }),
      readToday,
      (behind) => THERE.rows<{ id: SubscriptionId }>(behind, { ids }),
    );
    const free = new Map((await withItems(tx, locked)).map((each) => [each.subscription.id, each]));
    const awaiting = await documentApproval.waitingAmong(tx, ids);
    const known = new Set<string>(there.map(({ id }) => id));
    const taken = new Map<string, TakenStep>();
    const order = [...asked.keys()].sort((a, b) => rank(asked[a]) - rank(asked[b]));
    const outcomes = new Map<number, DunningOutcome>();
    for (const i of order) {
      const each = asked[i] as DunnedSubscription;
      const whole = free.get(each.subscriptionId as SubscriptionId);
      outcomes.set(i, decide(each, whole, { known, awaiting, taken, today }));
    }
    await this.steps.take(tx, [...taken.values()], today);
    return asked.map((_, i) => outcomes.get(i) as DunningOutcome);
  }
}

/** What ends a subscription is looked at before what suspends it. */
function rank(asked: DunnedSubscription | undefined): number {
  return asked?.action === 'cancel' ? 0 : 1;
}

interface Decided {
  readonly known: ReadonlySet<string>;
  /** Those that await approval. */
  readonly awaiting: ReadonlySet<string>;
  readonly taken: Map<string, TakenStep>;
  readonly today: LocalDate;
}

function decide(
  { subscriptionId, accountId, action, atRest }: DunnedSubscription,
  before: WholeSubscription | undefined,
  { known, awaiting, taken, today }: Decided,
): DunningOutcome {
  if (!before) {
    if (!known.has(subscriptionId)) return skipped('subscription_unknown');
    return BUSY;
  }
  const { subscription } = before;
  if (subscription.accountId !== accountId) return skipped('subscription_of_another');
  const earlier = taken.get(subscriptionId)?.step.kind;
  if (earlier) return skipped(earlier === 'cancelled' ? 'subscription_ended' : 'already_suspended');
  const idle = idleReason(subscription, action);
  // What came to rest behind that look is looked at once more, and not passed over.
  if (idle !== undefined && isAtRest(subscription) && !atRest) return BUSY;
  if (idle !== undefined) return skipped(idle);
  // A change whose day has come is settled first, by the sweep: this transaction holds invoices.
  if (dueChangeDay(subscription, today) !== null) return BUSY;
  if (awaiting.has(subscriptionId)) {
    return { result: 'failed', reason: 'subscription_awaits_approval' };
  }
  const step =
    action === 'cancel'
      ? cancelled(subscription, today, today, 'dunning')
      : suspended(subscription, { reason: 'dunning', note: 'dunning' }, today);
  taken.set(subscriptionId, { before, step });
  return DONE;
}
