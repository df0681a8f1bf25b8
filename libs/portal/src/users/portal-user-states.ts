import { rightBeyondOwn } from '@quittance/access';
import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { lockCredential, openCredential } from '../credentials/credential.repository.js';
import { removeFactor } from '../mfa/mfa.repository.js';
import { portalUserNotInvitable } from '../portal.errors.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { endSessionsOf, endSessionsOfCredential } from '../sessions/portal-session.js';
import { endSteps } from '../sign-in/sign-in-steps.js';
import { invite, tellChanged } from './announce-portal-user.js';
import {
  findPortalUser,
  reachesCredential,
  standingOfUser,
  updatePortalUser,
  type AmongColleagues,
  type StoredPortalUser,
} from './portal-user.repository.js';
import { putOut } from './put-out.js';
import { requireTreeOfGiver } from './tree-of-giver.js';
import { requireAnotherAdmin } from './update-portal-user.js';

/** Puts a user out: tokens, sessions and invitations end at once. What they did stays. */
export async function deactivate(tx: Tx, found: AmongColleagues): Promise<StoredPortalUser> {
  const { user } = found;
  if (!user.isActive) return user;
  requireAnotherAdmin(found);
  await updatePortalUser(tx, user, { isActive: false });
  await putOut(tx, user, { reason: 'deactivated' });
  return findPortalUser(tx, user.id);
}

/** Lets a user in again, with what they had. @throws DomainError right_beyond_own */
export async function reactivate(tx: Tx, { user }: AmongColleagues): Promise<StoredPortalUser> {
  if (user.isActive) return user;
  await requireTreeOfGiver(tx, user, standingOfUser(user));
  await updatePortalUser(tx, user, { isActive: true });
  const after = await findPortalUser(tx, user.id);
  tellChanged(tx, user, after);
  return after;
}

/**
 * Opens what a person has locked, and what failed sign-ins have, on known devices too, where the
 * credential signs nobody in whom the caller does not reach.
 */
export async function unlock(tx: Tx, { user }: AmongColleagues): Promise<StoredPortalUser> {
  await lockCredential(tx, user.credentialId);
  if (await reachesCredential(tx, user)) await openCredential(tx, user.credentialId);
  await updatePortalUser(tx, user, { lockedByPersonUntil: null });
  audit(tx, { action: 'portal_user.unlocked', object: 'portal-user', recordId: user.id });
  return findPortalUser(tx, user.id);
}

/** Ends every session of a user at once; they may sign in again. */
export async function endAllSessions(tx: Tx, { user }: AmongColleagues): Promise<StoredPortalUser> {
  const ended = await endSessionsOf(tx, user.id, 'ended by somebody else');
  const about = { object: 'portal-user', recordId: user.id };
  audit(tx, { action: 'portal_user.sessions_ended', ...about, after: { ended } });
  return user;
}

/** Sends the invitation again, with another link. @throws DomainError portal_user_not_invitable */
export async function inviteAgain(tx: Tx, { user }: AmongColleagues): Promise<StoredPortalUser> {
  if (!user.isActive || user.isVerified) throw portalUserNotInvitable();
  await invite(tx, user);
  return findPortalUser(tx, user.id);
}

/**
 * Takes the second factor of somebody away who has lost it; every session ends, since whoever has
 * found it may be in. It is that of all users of the credential: only who reaches them all does it.
 * @throws DomainError right_beyond_own
 */
export async function resetMfa(tx: Tx, { user }: AmongColleagues): Promise<StoredPortalUser> {
  const { credentialId, id: recordId } = user;
  await lockCredential(tx, credentialId);
  if (!(await reachesCredential(tx, user))) {
    throw rightBeyondOwn({ what: 'the second factor is that of another user as well' });
  }
  const [removed, ended] = await Promise.all([
    removeFactor(tx, credentialId),
    endSessionsOfCredential(tx, credentialId, 'second factor reset'),
    endSteps(tx, credentialId),
  ]);
  const about = { object: 'portal-user', recordId };
  audit(tx, { action: 'portal_user.mfa_reset', ...about, after: { removed, ended } });
  if (removed) tellOfSecurity(tx, user, 'mfa_off');
  return user;
}
