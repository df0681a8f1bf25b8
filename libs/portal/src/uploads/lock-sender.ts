import { sql, type Tx } from '@quittance/database';
import type { PortalUserId } from '../actors/portal-actor.js';

const LOCK = sql(`
  select id from portal.portal_user where company_id = $1 and id = $2 for no key update`);

/** What a user sends is counted one after the other. */
export async function lockSender(tx: Tx, id: PortalUserId): Promise<void> {
  await tx.run(LOCK, [tx.ctx.companyId, id]);
}
