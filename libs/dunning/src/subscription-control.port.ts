import type { Tx } from '@quittance/database';
import type { AccountId, Id, InvoiceId } from '@quittance/kernel';

export type SubscriptionAction = 'suspend' | 'cancel';

/** A subscription that an unpaid invoice is about. */
export interface UnpaidSubscription {
  readonly invoiceId: InvoiceId;
  readonly accountId: AccountId;
  readonly subscriptionId: Id<'subscription'>;
  readonly action: SubscriptionAction;
  /** As whoever chose the step saw it: there is nothing to suspend as yet, and that is known. */
  readonly atRest: boolean;
}

/** `skipped`: there was nothing to do. The reason is a stable code. */
export interface SubscriptionOutcome {
  readonly result: 'done' | 'skipped' | 'failed';
  readonly reason: string | null;
}

/** What dunning asks of whoever keeps subscriptions; the app says who that is. */
export abstract class SubscriptionControl {
  /** Acts within the transaction; the outcomes are in the order of the subscriptions. */
  abstract act(
    tx: Tx,
    subscriptions: readonly UnpaidSubscription[],
  ): Promise<readonly SubscriptionOutcome[]>;
}

/** While nobody keeps subscriptions there is none to suspend. */
export class NoSubscriptions extends SubscriptionControl {
  act(
    _tx: Tx,
    subscriptions: readonly UnpaidSubscription[],
  ): Promise<readonly SubscriptionOutcome[]> {
    const skipped = { result: 'skipped', reason: 'subscriptions_not_kept' } as const;
    return Promise.resolve(subscriptions.map(() => skipped));
  }
}
