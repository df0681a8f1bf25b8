import type { Tx } from '@quittance/database';
import { accountsBelow } from '@quittance/crm';
import type { AccountId } from '@quittance/kernel';
import type {
  AccessLevel,
  PortalActor,
  PortalDirectory,
  PortalRight,
  PortalRole,
  PortalUserId,
} from '../actors/portal-actor.js';
import { referenceNotFoundAt } from '../portal.errors.js';

/**
 * What a portal user reaches. Whatever reads or writes records for the portal takes one and keeps
 * to it: `own` to what is the user's, the others to `accountIds`.
 */
export interface PortalScope {
  readonly directory: PortalDirectory;
  /** Of a customer: its account, with level tree all below it as well. Of others none. */
  readonly accountIds: readonly AccountId[];
  /** The account of a customer, else the ledger account of the partner or vendor. */
  readonly partyId: string;
  readonly userId: PortalUserId;
  readonly contactId: PortalActor['contactId'];
  readonly level: AccessLevel;
  readonly role: PortalRole;
  readonly rights: ReadonlySet<PortalRight>;
}

/** The one place that says how far a portal user reaches; the tree is read at each request. */
export async function resolveScope(tx: Tx, actor: PortalActor): Promise<PortalScope> {
  return ownScope(actor) ?? scopeOf(actor, await accountsBelow(tx, actor.partyId as AccountId));
}

/**
 * How far a user reaches whom no tree widens: nothing has to be asked for it, since who they are
 * was read with the request. Null for the others.
 */
export function ownScope(actor: PortalActor): PortalScope | null {
  if (actor.directory !== 'customer') return scopeOf(actor, []);
  return actor.accessLevel === 'account_tree' ? null : scopeOf(actor, [actor.partyId as AccountId]);
}

function scopeOf(actor: PortalActor, accountIds: readonly AccountId[]): PortalScope {
  const { directory, partyId, portalUserId, accessLevel, role, rights, contactId } = actor;
  const who = { userId: portalUserId, contactId, level: accessLevel, role };
  return { directory, partyId, rights, accountIds, ...who };
}

/**
 * The account that a body names, or the user's own where it names none: one beyond reach is one
 * that is not there. @throws DomainError reference_not_found
 */
export function accountInReach(scope: PortalScope, named: string | undefined): AccountId {
  const wanted = named ?? scope.partyId;
  const found = scope.accountIds.find((id) => id === wanted);
  if (found) return found;
  throw referenceNotFoundAt('/accountId', 'account');
}
