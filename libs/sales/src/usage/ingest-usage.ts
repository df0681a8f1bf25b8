import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { SubscriptionFollowers } from '../subscriptions/subscription-followers.js';
import { readSubscription } from '../subscriptions/subscription.repository.js';
import { MOST_EVENTS, readUsageEvent } from './read-usage-event.js';
import { takeUsage, type UsageOutcome } from './take-usage.js';

/** Takes usage: rows that are good count whatever becomes of others. */
@Injectable()
export class IngestUsage {
  constructor(
    private readonly db: Database,
    private readonly followers: SubscriptionFollowers,
  ) {}

  /** @throws DomainError validation_failed where there are too many; not_found */
  execute(
    ctx: Ctx,
    events: unknown,
    ofSubscription: SubscriptionId | null = null,
  ): Promise<UsageOutcome> {
    return this.db.write(ctx, async (tx) => {
      // Of one that is not seen nothing else is told.
      if (ofSubscription !== null) await readSubscription(tx, ofSubscription);
      const read = rowsOf(events).map((row) => readUsageEvent(row, ofSubscription));
      const outcome = await takeUsage(tx, read, this.followers);
      const after = { ...outcome, rejected: outcome.rejected.length };
      audit(tx, { action: 'usage.ingested', object: 'usage', recordId: ofSubscription, after });
      return outcome;
    });
  }
}

function rowsOf(events: unknown): readonly unknown[] {
  if (!Array.isArray(events)) throw invalidField('/events', 'type', 'must be a list');
  if (events.length <= MOST_EVENTS) return events as readonly unknown[];
  throw invalidField('/events', 'max', `must have at most ${MOST_EVENTS} items`);
}
