import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { passOnRequests } from '../approvals/pass-on.js';
import { endInvitations } from '../credentials/secret-link.js';
import { endSessionsOf } from '../sessions/portal-session.js';
import { eventData, type NamedPortalUser } from './announce-portal-user.js';

/** Why a user is put out, and what the log says beside that. */
interface PutOut {
  readonly reason: string;
  readonly after?: Record<string, unknown>;
  /** The account that the user's has become part of. */
  readonly mergedInto?: AccountId;
}

/**
 * What follows where a user, who is locked, acts no more, whoever has seen to it: sessions and
 * invitations end, what waits for them passes to others, and it is told.
 */
export async function putOut(tx: Tx, user: NamedPortalUser, why: PutOut): Promise<void> {
  const { reason, after, mergedInto } = why;
  await endSessionsOf(tx, user.id, reason);
  await endInvitations(tx, user.id);
  await passOnRequests(tx, user.id, mergedInto);
  const about = { object: 'portal-user', recordId: user.id };
  audit(tx, { action: 'portal_user.deactivated', ...about, ...(after && { after }) });
  emit(tx, { type: 'portal_user.deactivated', ...about, data: eventData(user) });
}
