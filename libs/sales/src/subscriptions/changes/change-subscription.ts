import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { previewStale } from '../subscription.errors.js';
import type { SubscriptionFollowers } from '../subscription-followers.js';
import { SubscriptionSteps, type SubscriptionAsk } from '../subscription-steps.js';
import type { SubscriptionStep } from '../records/subscription-step.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { firstItemOf, type SubscriptionView } from '../subscription.view.js';
import { changePreview } from './change-preview.js';
import type { PlannedChange } from './plan-change.js';
import { planItems, type AskedItems } from './planned-items.js';

/** All items as they are to be; one that is not among them ends. */
export interface ItemsChange extends SubscriptionAsk, AskedItems {
  /** What a preview has shown: another outcome is refused. */
  readonly previewHash?: string;
  readonly reason?: string | null;
}

/**
 * Gives a subscription other items: at once, with the next period or on a day. What is paid for by
 * then is given back as far as it is left, and the new price asked. It takes the place of a change
 * that is planned.
 */
@Injectable()
export class ChangeSubscription {
  constructor(private readonly steps: SubscriptionSteps) {}

  /**
   * @throws DomainError not_found, precondition_failed, subscription_not_active, preview_stale,
   *   validation_failed, plan_not_offered, frequency_mismatch, item_currency_mismatch
   */
  execute(
    ctx: Ctx,
    { previewHash, reason = null, id, expectedVersion, ...asked }: ItemsChange,
  ): Promise<SubscriptionView> {
    return this.steps.change(ctx, { id, expectedVersion }, async (before, today, tx) => {
      const { followers } = this.steps;
      const change = await plannedItems(tx, followers, before, { ...asked, previewHash }, today);
      return changeStep(before, change, today, reason);
    });
  }
}

/**
 * What other items make of a locked subscription, as it was previewed.
 * @throws DomainError preview_stale, and those of `planItems`
 */
export async function plannedItems(
  tx: Tx,
  followers: Pick<SubscriptionFollowers, 'billed'>,
  before: WholeSubscription,
  { previewHash, ...asked }: AskedItems & { readonly previewHash?: string | undefined },
  today: LocalDate,
): Promise<PlannedChange> {
  const { subscription } = before;
  const billedOn = (day: LocalDate) => followers.billed(tx, subscription.id, day, true);
  const change = await planItems(tx, before, asked, { today, billedOn });
  if (previewHash !== undefined) {
    if (changePreview(subscription, change).previewHash !== previewHash) throw previewStale();
  }
  return change;
}

/** The step that a planned change is. */
export function changeStep(
  { subscription }: WholeSubscription,
  { effectiveOn, rows, after, settlement, later = null, grid, gaveWay }: PlannedChange,
  today: LocalDate,
  reason: string | null,
): SubscriptionStep {
  const isPlanned = effectiveOn > today && subscription.status !== 'pending';
  return {
    patch: {
      ...grid,
      ...(isPlanned ? { changeOn: effectiveOn } : { changeOn: null, ...firstItemOf(after) }),
      laterSettlement: later,
    },
    kind: isPlanned ? 'change_planned' : 'changed',
    effectiveOn,
    reason,
    told: isPlanned ? 'subscription.change_scheduled' : 'subscription.changed',
    items: rows,
    // What is planned is settled with its day; days that were billed with another plan at once.
    settlement: gaveWay?.settlement ?? (later ? null : settlement),
  };
}
