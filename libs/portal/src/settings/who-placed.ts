import type { EventEnvelope } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';

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
