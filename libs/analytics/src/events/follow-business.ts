import { EVENT_TYPES, type EventEnvelope } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { EventSetConsumer } from '@quittance/outbox';
import { orderTerms, type PortalUserId } from '@quittance/portal';
import { channelsOfUsers, storeUsage, usingUsers, type NewUsage } from './store-usage.js';
import type { UsageEventId, UsageName } from './usage-event.js';

/** Whose doing is a use of a portal. */
type By = 'user' | 'customer' | 'anybody';

interface Followed {
  readonly name: UsageName;
  /**
   * `user`: of somebody signed in. `customer`: of them, or of who holds a share link. `anybody`:
   * whoever did it, it is about a portal user or the money of a customer.
   */
  readonly by: By;
}

/** What of the business is a use of a portal, as far as it is announced. */
const FOLLOWED: Readonly<Record<string, Followed>> = {
  'portal_user.invited': { name: 'invited', by: 'anybody' },
  'portal_user.verified': { name: 'activated', by: 'anybody' },
  'order.placed': { name: 'order_placed', by: 'user' },
  'quote.accepted': { name: 'quote_accepted', by: 'customer' },
  'quote.rejected': { name: 'quote_rejected', by: 'customer' },
  'quote.changes_requested': { name: 'changes_requested', by: 'customer' },
  'payment.received': { name: 'paid', by: 'anybody' },
  'payment.recorded': { name: 'payment_recorded', by: 'user' },
  'payment.submitted': { name: 'payment_recorded', by: 'user' },
  'approval.requested': { name: 'approval_asked', by: 'user' },
  'approval.approved': { name: 'approval_decided', by: 'user' },
  'approval.rejected': { name: 'approval_decided', by: 'user' },
  'quote_request.submitted': { name: 'quote_requested', by: 'user' },
  'invoice.disputed': { name: 'dispute_opened', by: 'user' },
  'case.opened': { name: 'case_opened', by: 'user' },
  'deal_registration.submitted': { name: 'registration_submitted', by: 'user' },
};

const TYPES = EVENT_TYPES.filter((type) => type in FOLLOWED);

/** A company without users of portals has nothing to count. */
const HAS_USERS = sql(`select 1 from portal.pub_user u where u.company_id = $1 limit 1`);

/**
 * Counts what the business tells of the portals: exactly, since a use has the id of its event and
 * is written with the note that the event is handled.
 */
export const followBusiness: EventSetConsumer = {
  name: 'analytics.usage',

  async wanted(tx) {
    return (await tx.maybe(HAS_USERS, [tx.ctx.companyId])) ? TYPES : [];
  },

  async handle(tx, events) {
    const told = events.flatMap((event) => {
      const followed = FOLLOWED[event.type];
      return followed && isUse(event, followed.by) ? [{ event, name: followed.name }] : [];
    });
    await storeUsage(tx, await usesOf(tx, told));
  },
};

function isUse({ actor }: EventEnvelope, by: By): boolean {
  if (by === 'anybody' || actor.kind === 'portal') return true;
  return by === 'customer' && actor.kind === 'share_link';
}

interface Told {
  readonly event: EventEnvelope;
  readonly name: UsageName;
}

async function usesOf(tx: Tx, told: readonly Told[]): Promise<NewUsage[]> {
  const placedBy = await orderTerms.placedBy(
    tx,
    told.map(({ event }) => event),
  );
  // Who approves an order only lets it through.
  const userOf = (event: EventEnvelope) => placedBy.get(event.recordId) ?? whoseDoing(event);
  const ids = told.flatMap(({ event }) => userOf(event) ?? []);
  const [users, channels] = await Promise.all([usingUsers(tx, ids), channelsOfUsers(tx, ids)]);
  return told.map(({ event, name }): NewUsage => {
    const user = users.get(userOf(event) ?? '');
    const { accountId = null } = event.data as { accountId?: AccountId | null };
    const link = event.actor.kind === 'share_link' ? 'link' : 'web';
    return {
      id: event.id as UsageEventId,
      at: event.occurredAt,
      directory: user?.directory ?? 'customer',
      portalUserId: (user?.id ?? null) as PortalUserId | null,
      accountId: user?.accountId ?? accountId,
      channel: channels.get(user?.id ?? '') ?? link,
      name,
      object: { type: event.object, id: event.recordId },
      props: {},
    };
  });
}

/** The user that it is about, or that has done it. */
function whoseDoing({ object, recordId, actor }: EventEnvelope): string | null {
  if (object === 'portal-user') return recordId;
  return actor.kind === 'portal' ? actor.id : null;
}
