import { invitationSentLately } from '@quittance/access';
import { secondsUntilAct } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import type { PortalUserId } from '../actors/portal-actor.js';

const DAY = 86_400;
/** To one user, to whichever address. */
const MOST_OF_USER = 5;
/** To one address, as a user of whichever parties. */
const MOST_OF_ADDRESS = 20;

/** The users of an address; by portal_user_credential_key. */
const OF_ADDRESS = sql(`
  select u.id from portal.portal_user me
  join portal.portal_user u on u.company_id = $1 and u.credential_id = me.credential_id
  where me.company_id = $1 and me.id = $2`);

/**
 * The seconds until a user may be sent another invitation; 0 is now. Counted by the log, which is
 * written with each of them: the e-mails come behind it, so that a hundred requests at once would
 * find none.
 */
export async function secondsUntilInvited(tx: Tx, id: PortalUserId): Promise<number> {
  const users = await tx.rows<{ id: string }>(OF_ADDRESS, [tx.ctx.companyId, id]);
  const recordIds = users.map((user) => user.id);
  const action = 'portal_user.invited';
  const waits = await Promise.all([
    secondsUntilAct(tx, { action, recordIds: [id] }, { most: MOST_OF_USER, seconds: DAY }),
    secondsUntilAct(tx, { action, recordIds }, { most: MOST_OF_ADDRESS, seconds: DAY }),
  ]);
  return Math.max(...waits);
}

/** @throws DomainError invitation_sent_lately */
export async function refuseCrowded(tx: Tx, id: PortalUserId): Promise<void> {
  const retryAfter = await secondsUntilInvited(tx, id);
  if (retryAfter > 0) throw invitationSentLately({ most: MOST_OF_USER }, { retryAfter });
}
