import { Injectable } from '@nestjs/common';
import { rightBeyondOwn } from '@quittance/access';
import { Database, checkVersion, type Tx } from '@quittance/database';
import type { Ctx, Id, Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { PortalUserId } from '../actors/portal-actor.js';
import { passOnRequests } from '../approvals/pass-on.js';
import { lockCredential, setUsername } from '../credentials/credential.repository.js';
import { lastPortalAdmin } from '../portal.errors.js';
import { eventData, tellChanged } from './announce-portal-user.js';
import { requireContact } from './create-portal-user.js';
import { changedStanding, columnsOf, isAnother, type StandingInput } from './new-standing.js';
import type { PortalStanding } from './portal-user.js';
import type { PortalUserView } from './portal-user.description.js';
import {
  findPortalUser,
  lockPortalUser,
  reachesCredential,
  portalUserView,
  standingOfUser,
  updatePortalUser,
  type AmongColleagues,
  type StoredPortalUser,
} from './portal-user.repository.js';
import { requireTreeOfGiver } from './tree-of-giver.js';

/** A merge: what is absent stays. */
export interface PortalUserPatch extends StandingInput {
  readonly name?: string | undefined;
  readonly username?: string | null | undefined;
  readonly contactId?: Id<'contact'> | null | undefined;
  /** Set by a person it stops everything until then, whatever the settings; null opens. */
  readonly lockedUntil?: Instant | null | undefined;
}

/** Changes what a user is called, may do, sees and spends; it holds from their next request on. */
@Injectable()
export class UpdatePortalUser {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, portal_user_taken, last_portal_admin,
   *   reference_not_found, right_beyond_own, validation_failed
   */
  async execute(
    ctx: Ctx,
    id: PortalUserId,
    patch: PortalUserPatch,
    expectedVersion: number | null = null,
  ): Promise<PortalUserView> {
    return this.db.write(ctx, async (tx) => {
      const found = await lockPortalUser(tx, id);
      checkVersion(found.user.version, expectedVersion);
      return portalUserView(await changePortalUser(tx, found, patch));
    });
  }
}

/**
 * The change in the caller's transaction, the user locked.
 * @param check refuses a standing that the caller may not give
 */
export async function changePortalUser(
  tx: Tx,
  found: AmongColleagues,
  patch: PortalUserPatch,
  check: (after: PortalStanding, before: PortalStanding) => void = () => undefined,
): Promise<StoredPortalUser> {
  const { user } = found;
  const before = standingOfUser(user);
  const after = changedStanding(before, patch);
  const { contactId = user.contactId, name = user.name } = patch;
  if (contactId !== user.contactId) {
    await requireContact(tx, user.directory, user.partyId, contactId);
  }
  if (isAnother(after, before)) {
    check(after, before);
    await requireTreeOfGiver(tx, user, after, before);
    if (before.role === 'Admin' && after.role !== 'Admin') requireAnotherAdmin(found);
  }
  const { username, lockedUntil = user.lockedByPersonUntil } = patch;
  if (username !== undefined && username !== user.username) {
    await renameCredential(tx, user, username);
  }
  const said = { name: name.trim(), contactId, lockedByPersonUntil: lockedUntil };
  if (before.permissions.approveQuotes && !after.permissions.approveQuotes) {
    await passOnRequests(tx, user.id);
  }
  await updatePortalUser(tx, user, { ...columnsOf(after), ...said });
  const changed = await findPortalUser(tx, user.id);
  tellChanged(tx, user, changed);
  if (isAnother(after, before)) {
    const about = { object: 'portal-user', recordId: user.id };
    emit(tx, { type: 'portal_user.rights_changed', ...about, data: eventData(user) });
  }
  return changed;
}

/** The name is that of users of other parties too, who may be nobody of the caller's. */
async function renameCredential(
  tx: Tx,
  user: StoredPortalUser,
  username: string | null,
): Promise<void> {
  await lockCredential(tx, user.credentialId);
  if (!(await reachesCredential(tx, user))) {
    throw rightBeyondOwn({ what: 'the user name is that of another user as well' });
  }
  await setUsername(tx, user.credentialId, username);
}

/** Others of the party would be left without anybody who manages them. */
export function requireAnotherAdmin({ user, hasColleagues, hasOtherAdmin }: AmongColleagues): void {
  if (user.isActive && user.role === 'Admin' && hasColleagues && !hasOtherAdmin) {
    throw lastPortalAdmin();
  }
}
