import { secondsUntilAct, type ActLimit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { invitationSentLately } from '../access.errors.js';

/** Letters are a cost, and a nuisance to whom they go: there are few of them in a day. */
const MOST_INVITATIONS: ActLimit = { most: 5, seconds: 86_400 };

/**
 * The log says how often somebody was invited, in the transaction of each: the e-mails are written
 * behind it, so that a hundred requests at once would find none. The invited user is locked.
 * @throws DomainError invitation_sent_lately
 */
export async function refuseOftenInvited(tx: Tx, id: string): Promise<void> {
  const act = { action: 'user.invited', recordIds: [id] };
  const retryAfter = await secondsUntilAct(tx, act, MOST_INVITATIONS);
  if (retryAfter === 0) return;
  throw invitationSentLately({ most: MOST_INVITATIONS.most }, { retryAfter });
}
