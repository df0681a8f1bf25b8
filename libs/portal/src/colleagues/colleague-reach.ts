import type { Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { rightBeyondOwn } from '@quittance/access';
import type { Bind } from '@quittance/lists';
import type { PortalActor, PortalCtx, PortalUserId } from '../actors/portal-actor.js';
import { withinReach } from '../actors/portal-ctx.js';
import { colleaguesNotManaged, ownRights } from '../portal.errors.js';
import { resolveScope, type PortalScope } from '../scope/portal-scope.js';
import { adminsManageUsers } from '../settings/portal-settings.js';
import { beyondGiver } from '../users/beyond-own.js';
import type { PortalStanding } from '../users/portal-user.js';
import { lockPortalUser, type AmongColleagues } from '../users/portal-user.repository.js';

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

/** A colleague, locked with everybody of the party. @throws DomainError not_found */
export async function lockColleague(
  tx: Tx,
  actor: PortalActor,
  id: PortalUserId,
): Promise<AmongColleagues> {
  const parties = await managedParties(tx, actor);
  const found = await lockPortalUser(tx, id);
  const { directory, partyId } = found.user;
  if (directory !== actor.directory || !parties.includes(partyId)) {
    throw notFound({ object: 'portal user' });
  }
  return found;
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
