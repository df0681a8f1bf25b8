import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { SubscriptionDunning } from '@quittance/sales';
import {
  SubscriptionControl,
  type SubscriptionOutcome,
  type UnpaidSubscription,
} from './subscription-control.port.js';

/** Those that the company keeps itself. */
@Injectable()
export class OwnSubscriptions extends SubscriptionControl {
  constructor(private readonly subscriptions: SubscriptionDunning) {
    super();
  }

  act(
    tx: Tx,
    subscriptions: readonly UnpaidSubscription[],
  ): Promise<readonly SubscriptionOutcome[]> {
    return this.subscriptions.act(tx, subscriptions);
  }
}
