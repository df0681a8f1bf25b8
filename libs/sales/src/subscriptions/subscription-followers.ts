import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { Taxes } from '@quittance/tax';
import type { PlanVersionId } from '../plans/plan-version.js';
import type { BilledState, PeriodSettlement } from './changes/period-settlement.js';
import type { PlannedFate } from './changes/planned-fate.js';
import type { SubscriptionItem } from './subscription.description.js';
import type { WholeSubscription } from './subscription.repository.js';
import { DROPPED_ITEMS } from './subscription.sql.js';
import type { SubscriptionId } from './subscription.js';

/** What became of a subscription; `before` is null of a new one. */
export interface SubscriptionMove {
  readonly before: WholeSubscription | null;
  readonly after: WholeSubscription;
  /** What of days that are paid for is asked or given back. */
  readonly settlement?: PeriodSettlement | null;
  /** What becomes by it of the change that was planned. */
  readonly planned?: PlannedFate | null;
}

/** Usage of the running period that was invoiced ahead of its end. Amounts are minor units. */
export interface InvoicedAhead {
  readonly planVersionId: PlanVersionId;
  readonly startOn: LocalDate;
  readonly threshold: bigint;
  readonly amount: bigint;
  readonly invoiceId: InvoiceId | null;
  /** Its invoice is neither void nor cancelled. */
  readonly standing: boolean;
}

/**
 * The text of a relation: what usage of closed periods of a company came to, with what was missing
 * to its minimum, as `subscription_id`, `plan_version_id`, `period_on`, `until_on` and `amount` in
 * minor units.
 */
export type ClosedUsage = (company: string) => string;

/** Usage of which service day, of a subscription. */
export interface UsedDay {
  readonly subscriptionId: SubscriptionId;
  readonly day: LocalDate;
}

/** Days whose usage was billed and is not looked at again. */
export interface SettledUsage {
  readonly subscriptionId: SubscriptionId;
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
}

/** The first day of subscriptions that no invoice was made for, however far ahead that lies. */
export type CoveredUntil = ReadonlyMap<SubscriptionId, LocalDate>;

/** Who goes by subscriptions, in the transaction in which they change. */
export interface SubscriptionFollower {
  readonly name: string;
  follow(
    tx: Tx,
    moves: readonly SubscriptionMove[],
    today: LocalDate,
    taxes: Taxes | null,
  ): Promise<void>;
  /**
   * For which days from one on invoices were made.
   * @param held nothing is billed until the transaction ends
   */
  billed?(tx: Tx, id: SubscriptionId, day: LocalDate, held: boolean): Promise<BilledState>;
  /** The first day that is not billed of each of some subscriptions, which are locked if `held`. */
  coveredUntil?(tx: Tx, ids: readonly SubscriptionId[], held: boolean): Promise<CoveredUntil>;
  readonly closedUsage?: ClosedUsage;
  /** Of some days those whose usage is settled for good; it may tell others. */
  settledUsage?(tx: Tx, days: readonly UsedDay[]): Promise<readonly SettledUsage[]>;
  /** What was invoiced ahead of usage since a day. */
  invoicedAhead?(tx: Tx, id: SubscriptionId, since: LocalDate): Promise<readonly InvoicedAhead[]>;
}

/** With what was dropped on the day on which it began: it may be paid for all the same. */
async function withDropped(
  tx: Tx,
  subscriptionId: SubscriptionId,
  paid: BilledState['paid'],
): Promise<BilledState['paid']> {
  const itemIds = [...new Set(paid.map(({ itemId }) => itemId))];
  if (itemIds.length === 0) return paid;
  const rows = await DROPPED_ITEMS.rows<SubscriptionItem>(tx, { subscriptionId, itemIds });
  const items = new Map(rows.map((item) => [item.itemId, item]));
  return paid.map((days) => {
    const dropped = items.get(days.itemId);
    return dropped ? { ...days, dropped } : days;
  });
}

/** Whom changes of subscriptions are told: billing keeps a schedule for each of them. */
@Injectable()
export class SubscriptionFollowers {
  private readonly all: SubscriptionFollower[] = [];

  register(follower: SubscriptionFollower): void {
    this.all.push(follower);
  }

  /**
   * For which days of a subscription from one on invoices were made.
   * @param held nothing is billed until the transaction ends; the subscription is locked
   */
  async billed(tx: Tx, id: SubscriptionId, day: LocalDate, held: boolean): Promise<BilledState> {
    const bills = this.all.find(({ billed }) => billed !== undefined);
    const state = await bills?.billed?.(tx, id, day, held);
    if (!state) return { coveredUntil: null, paid: [], undone: null };
    return { ...state, paid: await withDropped(tx, id, state.paid) };
  }

  /**
   * The first day that is not billed of each of some subscriptions.
   * @param held nothing is billed until the transaction ends; the subscriptions are locked
   */
  async coveredUntil(tx: Tx, ids: readonly SubscriptionId[], held: boolean): Promise<CoveredUntil> {
    const bills = this.all.find(({ coveredUntil }) => coveredUntil !== undefined);
    return (await bills?.coveredUntil?.(tx, ids, held)) ?? new Map();
  }

  /** Null where nobody bills. */
  closedUsage(): ClosedUsage | null {
    return this.all.find((each) => each.closedUsage !== undefined)?.closedUsage ?? null;
  }

  /** Whether usage of a day is settled for good: what comes in, or goes, is billed no more. */
  async settledUsage(tx: Tx, days: readonly UsedDay[]): Promise<(of: UsedDay) => boolean> {
    const bills = this.all.find(({ settledUsage }) => settledUsage !== undefined);
    const found = days.length > 0 ? ((await bills?.settledUsage?.(tx, days)) ?? []) : [];
    return ({ subscriptionId, day }) =>
      found.some(
        (each) =>
          each.subscriptionId === subscriptionId && each.startOn <= day && day < each.untilOn,
      );
  }

  /** What was invoiced ahead of usage since a day, lowest threshold first. */
  async invoicedAhead(
    tx: Tx,
    id: SubscriptionId,
    since: LocalDate,
  ): Promise<readonly InvoicedAhead[]> {
    const bills = this.all.find(({ invoicedAhead }) => invoicedAhead !== undefined);
    return (await bills?.invoicedAhead?.(tx, id, since)) ?? [];
  }

  async tell(
    tx: Tx,
    moves: readonly SubscriptionMove[],
    today: LocalDate,
    taxes: Taxes | null,
  ): Promise<void> {
    for (const follower of this.all) await follower.follow(tx, moves, today, taxes);
  }
}
