import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { FOLLOW } from './notice.sql.js';
import { whoPlaced } from '../settings/who-placed.js';

/** By what a user of a portal begins to follow a record: they placed, raised or answered it. */
const FOLLOWED: Readonly<Record<string, string>> = {
  'case.opened': 'case',
  'invoice.disputed': 'invoice',
  'order.placed': 'sales-order',
  'quote.changes_requested': 'quote',
};

/** The types of events by which users follow records. */
export const FOLLOWED_EVENTS: readonly string[] = Object.keys(FOLLOWED);

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
