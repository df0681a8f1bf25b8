import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import { credentialOf, lockCredential, setEmail } from '../credentials/credential.repository.js';
import { portalUserNotInvitable } from '../portal.errors.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { endSessionsOf } from '../sessions/portal-session.js';
import { invite, tellChanged } from './announce-portal-user.js';
import type { PortalUserView } from './portal-user.description.js';
import {
  findPortalUser,
  lockPortalUser,
  moveToCredential,
  portalUserView,
  reachesCredential,
  standingOfUser,
  unverify,
  type StoredPortalUser,
} from './portal-user.repository.js';
import { requireTreeOfGiver } from './tree-of-giver.js';

/**
 * Gives a user another address. What was known at the one before is worth nothing at the new one:
 * the password goes, every session of the credential ends, and whoever reads the new mailbox
 * accepts an invitation. It is the address of all users of the credential, where those are reached.
 */
@Injectable()
export class ChangePortalEmail {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, portal_user_taken, portal_user_not_invitable,
   *   right_beyond_own,
   *   invitation_sent_lately
   */
  async execute(ctx: Ctx, id: PortalUserId, email: string): Promise<PortalUserView> {
    return this.db.write(ctx, async (tx) => {
      const { user } = await lockPortalUser(tx, id);
      if (!user.isActive) throw portalUserNotInvitable();
      if (email.trim().toLowerCase() === user.email) return portalUserView(user);
      // Whoever reads the other mailbox is given all that the user has.
      await requireTreeOfGiver(tx, user, standingOfUser(user));
      await lockCredential(tx, user.credentialId);
      if (await reachesCredential(tx, user)) {
        await setEmail(tx, user.credentialId, email);
        await unverify(tx, user.credentialId);
      } else await moveAlone(tx, user, email);
      const moved = await findPortalUser(tx, id);
      await invite(tx, moved);
      const after = await findPortalUser(tx, id);
      tellChanged(tx, user, after);
      // At the address before: whoever reads the other has an invitation.
      if (user.isVerified) tellOfSecurity(tx, user, 'email_changed');
      return portalUserView(after);
    });
  }
}

/**
 * The address of a credential is that of users of other parties too, who may be nobody of the
 * caller's: then this user alone becomes one of the credential of the other address.
 */
async function moveAlone(tx: Tx, user: StoredPortalUser, email: string): Promise<void> {
  const { id } = await credentialOf(tx, user.directory, { email });
  await moveToCredential(tx, user, id);
  await endSessionsOf(tx, user.id, 'another e-mail');
}
