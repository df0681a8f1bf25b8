import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import type { LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { rowScope } from '@quittance/objects';
import type { MeterId } from '../plans/plan-version.js';
import { SubscriptionFollowers } from '../subscriptions/subscription-followers.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { noteUsageDue } from './progressive/usage-due.js';
import { usageEventUnknown, usageEventVoided, usageTooLate } from './usage.errors.js';
import { EVENT, LOCK_DAY, SUM_DAY, TAKE_BACK } from './usage.sql.js';

/** An event that has come in. */
export interface UsageEventFacts {
  readonly eventId: string;
  readonly meterId: MeterId;
  readonly subscriptionId: SubscriptionId;
  readonly day: LocalDate;
  readonly value: string;
}

/** Takes an event back; what was sent stays as it is. */
@Injectable()
export class VoidUsageEvent {
  constructor(
    private readonly db: Database,
    private readonly followers: SubscriptionFollowers,
  ) {}

  /** @throws DomainError usage_event_unknown, usage_event_voided, usage_too_late */
  execute(ctx: Ctx, eventId: string, reason: string): Promise<UsageEventFacts> {
    return this.db.write(ctx, async (tx) => {
      const event = await findEvent(tx, eventId);
      const { subscriptionId, meterId, day } = event;
      const isSettled = await this.followers.settledUsage(tx, [event]);
      if (isSettled(event)) throw usageTooLate({ day });
      await LOCK_DAY.one(tx, { subscriptionId, meterId, day });
      const taken = await TAKE_BACK.run(tx, { eventId, reason });
      if (taken === 0) throw usageEventVoided({ eventId });
      await SUM_DAY.run(tx, { subscriptionId, meterId, day });
      // To take back what was below 0 raises what is used.
      await noteUsageDue(tx, new Set([subscriptionId]));
      audit(tx, {
        action: 'usage.voided',
        object: 'usage',
        recordId: subscriptionId,
        before: { ...event },
        after: { reason },
      });
      return event;
    });
  }
}

/** @throws DomainError usage_event_unknown, also beyond the actor's scope */
async function findEvent(tx: Tx, eventId: string): Promise<UsageEventFacts> {
  const params: unknown[] = [tx.ctx.companyId, eventId];
  const scope = rowScope.owned(tx.ctx, 'subscriptions', 's', (value) => `$${params.push(value)}`);
  const text = scope === null ? EVENT : `${EVENT} and ${scope}`;
  const event = await tx.maybe<UsageEventFacts>(sql(text), params);
  if (!event) throw usageEventUnknown();
  return { ...event, value: trimDecimal(event.value) };
}
