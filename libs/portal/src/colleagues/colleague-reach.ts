import type { Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { administratorRequired, rightBeyondOwn } from '@quittance/access';
import { signInRefused } from '@quittance/identity';
import type { Bind } from '@quittance/lists';
import {
  PORTAL_RIGHTS,
  secondsLeft,
  type PortalActor,
  type PortalCtx,
  type PortalUserId,
} from '../actors/portal-actor.js';
import { withinReach } from '../actors/portal-ctx.js';
import {
  colleaguesNotManaged,
  ownRights,
  portalUserDeactivated,
  portalUserUnverified,
} from '../portal.errors.js';
import { resolveScope, type PortalScope } from '../scope/portal-scope.js';
import { adminsManageUsers } from '../settings/portal-settings.js';
import { beyondGiver } from '../users/beyond-own.js';
import type { PortalStanding } from '../users/portal-user.js';
import {
  findPortalUser,
  holdPortalUser,
  lockPortalUser,
  standingOfUser,
  type AmongColleagues,
  type StoredPortalUser,
} from '../users/portal-user.repository.js';

/** For what an Admin does: users of the own party, and with level tree of those below it. */
export function colleagueCtx(ctx: PortalCtx): Ctx {
  return withinReach(ctx);
}

/** Parties whose users the Admin manages. */
function managedOf({ accountIds, partyId }: PortalScope): readonly string[] {
  return accountIds.length > 0 ? accountIds : [partyId];
}

/**
 * The parties whose users somebody manages; a level narrower than the account reaches no
 * colleagues. @throws DomainError colleagues_not_managed where the company has switched it off
 */
export async function managedParties(tx: Tx, actor: PortalActor): Promise<readonly string[]> {
  if (!(await adminsManageUsers(tx))) throw colleaguesNotManaged();
  return managedOf(await resolveScope(tx, actor));
}

/** Narrows lists of users to those parties. */
export const ofParties =
  ({ directory }: PortalActor, parties: readonly string[]) =>
  (bind: Bind): string => {
    const among = `any (${bind(parties)}::uuid[])`;
    return `u.directory = ${bind(directory)}
      and (u.account_id = ${among} or u.ledger_account_id = ${among})`;
  };

/**
 * Who manages, as they are behind the lock of their row: somebody may have put them out, or taken
 * what they had, since they were let in.
 * @throws DomainError portal_user_deactivated, portal_user_unverified, account_locked,
 *   administrator_required
 */
function managerNow(tx: Tx, actor: PortalActor, row: StoredPortalUser): PortalActor {
  if (!row.isActive) throw portalUserDeactivated();
  if (!row.isVerified) throw portalUserUnverified();
  const { lockedByPersonUntil: until } = row;
  if (until !== null && until > tx.ctx.now) {
    const seconds = secondsLeft(until, tx.ctx.now);
    throw signInRefused.accountLocked({ seconds }, { retryAfter: seconds });
  }
  const { role, accessLevel, permissions, limit: approvalLimit } = standingOfUser(row);
  if (role !== 'Admin') throw administratorRequired({ what: 'manage the users of a party' });
  const rights = new Set(PORTAL_RIGHTS.filter((right) => permissions[right]));
  return { ...actor, role, accessLevel, rights, approvalLimit };
}

/** Who invites, whom nobody changes until the transaction ends. @throws DomainError as above */
export async function holdManager(tx: Tx, actor: PortalActor): Promise<PortalActor> {
  return managerNow(tx, actor, await holdPortalUser(tx, actor.portalUserId));
}

/** A colleague, and who manages them. */
export interface Managed {
  readonly found: AmongColleagues;
  readonly manager: PortalActor;
  /** Parties whose users they manage. */
  readonly parties: readonly string[];
}

/**
 * A colleague, locked with everybody of the party and with who manages them, who may have been put
 * out by one of those since the guard has let them in.
 * @throws DomainError not_found, colleagues_not_managed and as above
 */
export async function lockColleague(
  tx: Tx,
  actor: PortalActor,
  id: PortalUserId,
): Promise<Managed> {
  const found = await lockPortalUser(tx, id, actor.portalUserId);
  const manager = managerNow(tx, actor, await findPortalUser(tx, actor.portalUserId));
  const parties = await managedParties(tx, manager);
  const { directory, partyId } = found.user;
  if (directory !== actor.directory || !parties.includes(partyId)) {
    throw notFound({ object: 'portal user' });
  }
  return { found, manager, parties };
}

/** @throws DomainError own_rights */
export function refuseSelf(actor: PortalActor, id: PortalUserId): void {
  if (actor.portalUserId === id) throw ownRights();
}

/** Nobody gives what they do not have. @throws DomainError right_beyond_own */
export function requireWithinGiver(
  actor: PortalActor,
  after: PortalStanding,
  before?: PortalStanding,
): void {
  const what = beyondGiver(actor, after, before);
  if (what !== undefined) throw rightBeyondOwn({ what });
}
