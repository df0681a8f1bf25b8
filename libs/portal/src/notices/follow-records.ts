import type { EventEnvelope } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import { FOLLOW } from './notice.sql.js';

/** By what a user of a portal begins to follow a record: they placed, raised or answered it. */
const FOLLOWED: Readonly<Record<string, string>> = {
  'case.opened': 'case',
  'invoice.disputed': 'invoice',
  'order.placed': 'sales-order',
  'quote.changes_requested': 'quote',
};

/** The types of events by which users follow records. */
export const FOLLOWED_EVENTS: readonly string[] = Object.keys(FOLLOWED);

/** Who of the portals has placed orders, by primary key: approvers only let them through. */
const PLACED_BY = sql(`
  select o.id, o.portal_user_id as "userId" from sales.pub_placed_order o
  where o.company_id = $1 and o.id = any($2::uuid[]) and o.portal_user_id is not null`);

/** By the id of the order, of events that tell that one was placed. */
export async function whoPlaced(
  tx: Tx,
  events: readonly EventEnvelope[],
): Promise<ReadonlyMap<string, string>> {
  const ids = events.filter(({ type }) => type === 'order.placed').map((each) => each.recordId);
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; userId: string }>(PLACED_BY, [tx.ctx.companyId, ids]);
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

/** Notes who of the portals has done something that they are to hear the rest of. */
export async function followRecords(tx: Tx, events: readonly EventEnvelope[]): Promise<void> {
  const placedBy = await whoPlaced(tx, events);
  const followed = events.flatMap(({ type, actor, recordId }) => {
    const object = FOLLOWED[type];
    if (object === undefined || actor.kind !== 'portal' || actor.id === null) return [];
    const placer = type === 'order.placed' ? placedBy.get(recordId) : undefined;
    return [{ followerId: placer ?? actor.id, object, recordId }];
  });
  if (followed.length > 0) await FOLLOW.run(tx, FOLLOW.columns(followed));
}
