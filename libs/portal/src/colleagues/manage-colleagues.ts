import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { PortalCtx, PortalUserId } from '../actors/portal-actor.js';
import { lockCredential, nameOfNew, openCredential } from '../credentials/credential.repository.js';
import { speaksForCredential } from '../credentials/own-credential.js';
import { referenceNotFoundAt } from '../portal.errors.js';
import { addPortalUser, type NewPortalUser } from '../users/create-portal-user.js';
import { PORTAL_USER_MOVES, type PortalUserMove } from '../users/move-portal-user.js';
import type { PortalUserView } from '../users/portal-user.description.js';
import {
  findPortalUser,
  standingOfUser,
  type StoredPortalUser,
} from '../users/portal-user.repository.js';
import { changePortalUser, type PortalUserPatch } from '../users/update-portal-user.js';
import { colleagueView } from './colleague-list.js';
import {
  colleagueCtx,
  holdManager,
  lockColleague,
  managedParties,
  refuseSelf,
  requireWithinGiver,
  type Managed,
} from './colleague-reach.js';

/** A colleague, of the own party unless another within reach is named. */
export interface NewColleague extends Omit<NewPortalUser, 'directory' | 'partyId'> {
  readonly accountId?: string | undefined;
}

/** What an Admin may change of a colleague; never what they are called at sign-in. */
export type ColleaguePatch = Omit<PortalUserPatch, 'username' | 'contactId' | 'lockedUntil'>;

/** Everything an Admin does to themselves would be one of these. */
const NOT_TO_ONESELF: ReadonlySet<PortalUserMove> = new Set(['deactivate', 'reactivate']);

/**
 * A party's own Admin manages its users: of the own account, with level tree of those below it too.
 * They give no right, level or limit beyond their own, change none of their own, and put neither
 * themselves nor the last Admin out.
 */
@Injectable()
export class ManageColleagues {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, colleagues_not_managed */
  async find(ctx: PortalCtx, id: PortalUserId): Promise<PortalUserView> {
    return this.db.read(colleagueCtx(ctx), async (tx) => {
      const parties = await managedParties(tx, ctx.portal);
      const user = await findPortalUser(tx, id);
      const isReached = parties.includes(user.partyId) && user.directory === ctx.portal.directory;
      if (!isReached) throw notFound({ object: 'portal user' });
      return colleagueView(user);
    });
  }

  /**
   * Invites a colleague. An address or a user name may be known by users of other parties, of whom
   * an Admin is told nothing and renames none: what they call somebody is for a new address alone.
   * @throws DomainError right_beyond_own, portal_user_taken, reference_not_found,
   *   colleagues_not_managed, administrator_required, validation_failed
   */
  async execute(ctx: PortalCtx, input: NewColleague): Promise<PortalUserView> {
    const { accountId, ...said } = input;
    const { portal } = ctx;
    return this.db.write(colleagueCtx(ctx), async (tx) => {
      const manager = await holdManager(tx, portal);
      const parties = await managedParties(tx, manager);
      const partyId = accountId ?? portal.partyId;
      if (!parties.includes(partyId)) throw referenceNotFoundAt('/accountId', 'account');
      const { directory } = portal;
      const username = await nameOfNew(tx, directory, said);
      const wanted = { ...said, username, directory, partyId };
      const made = await addPortalUser(tx, wanted, (standing) =>
        requireWithinGiver(manager, standing),
      );
      return colleagueView(made);
    });
  }

  /**
   * @throws DomainError not_found, own_rights, right_beyond_own, last_portal_admin,
   *   precondition_failed, colleagues_not_managed, administrator_required, validation_failed
   */
  async update(
    ctx: PortalCtx,
    id: PortalUserId,
    patch: ColleaguePatch,
    expectedVersion: number | null,
  ): Promise<PortalUserView> {
    const { portal } = ctx;
    return this.db.write(colleagueCtx(ctx), async (tx) => {
      const { found, manager } = await lockColleague(tx, portal, id);
      checkVersion(found.user.version, expectedVersion);
      const changed = await changePortalUser(tx, found, patch, (after, before) => {
        refuseSelf(portal, id);
        requireWithinGiver(manager, after, before);
      });
      return colleagueView(changed);
    });
  }

  /**
   * @throws DomainError not_found, own_rights, right_beyond_own, last_portal_admin,
   *   portal_user_not_invitable, colleagues_not_managed, administrator_required,
   *   invitation_sent_lately
   */
  async move(ctx: PortalCtx, id: PortalUserId, move: PortalUserMove): Promise<PortalUserView> {
    const { portal } = ctx;
    return this.db.write(colleagueCtx(ctx), async (tx) => {
      const managed = await lockColleague(tx, portal, id);
      const { found, manager } = managed;
      if (NOT_TO_ONESELF.has(move)) refuseSelf(portal, id);
      // Whoever is let in again is given all that they had.
      if (move === 'reactivate') requireWithinGiver(manager, standingOfUser(found.user));
      if (move === 'unlock') return colleagueView(await openCount(tx, managed));
      return colleagueView(await PORTAL_USER_MOVES[move](tx, found));
    });
  }
}

/**
 * Opens what failed sign-ins have locked. Each opening is a new round of guesses at a password:
 * that of somebody who acts for other parties too, or has not accepted yet, is not for an Admin of
 * this one to open. What a person has locked is opened by staff, who alone can lock so.
 */
async function openCount(tx: Tx, { found: { user }, parties }: Managed): Promise<StoredPortalUser> {
  await lockCredential(tx, user.credentialId);
  const isOurs = await speaksForCredential(tx, user, ({ partyId }) => parties.includes(partyId));
  if (isOurs) await openCredential(tx, user.credentialId);
  const after = { opened: isOurs };
  audit(tx, { action: 'portal_user.unlocked', object: 'portal-user', recordId: user.id, after });
  return findPortalUser(tx, user.id);
}
