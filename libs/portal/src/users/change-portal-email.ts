import { Injectable } from '@nestjs/common';
import { rightBeyondOwn } from '@quittance/access';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { CredentialId, PortalUserId } from '../actors/portal-actor.js';
import { lockCredential, setEmail } from '../credentials/credential.repository.js';
import { portalMembersOf } from '../credentials/member.js';
import { portalUserNotInvitable } from '../portal.errors.js';
import { invite, tellChanged } from './announce-portal-user.js';
import type { PortalUserView } from './portal-user.description.js';
import {
  findPortalUser,
  lockPortalUser,
  portalUserView,
  reachesParty,
  unverify,
} from './portal-user.repository.js';

/**
 * Gives a user another address. What was known at the one before is worth nothing at the new one:
 * the password goes, every session of the credential ends, and whoever reads the new mailbox
 * accepts an invitation. It is the address of all users of the credential.
 */
@Injectable()
export class ChangePortalEmail {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, portal_user_taken, portal_user_not_invitable, right_beyond_own
   */
  async execute(ctx: Ctx, id: PortalUserId, email: string): Promise<PortalUserView> {
    return this.db.write(ctx, async (tx) => {
      const { user } = await lockPortalUser(tx, id);
      if (!user.isActive) throw portalUserNotInvitable();
      if (email.trim().toLowerCase() === user.email) return portalUserView(user);
      await lockCredential(tx, user.credentialId);
      await requireAllReached(tx, user.credentialId);
      await setEmail(tx, user.credentialId, email);
      await unverify(tx, user.credentialId);
      const moved = await findPortalUser(tx, id);
      await invite(tx, moved);
      const after = await findPortalUser(tx, id);
      tellChanged(tx, user, after);
      return portalUserView(after);
    });
  }
}

/** The address is that of users of other parties too, who may be nobody of the caller's. */
async function requireAllReached(tx: Tx, id: CredentialId): Promise<void> {
  for (const { directory, partyId } of await portalMembersOf(tx, [id])) {
    if (await reachesParty(tx, directory, partyId)) continue;
    throw rightBeyondOwn({ what: 'the e-mail is that of a user of another party as well' });
  }
}
