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
  const { directory, partyId, portalUserId, accessLevel, role, rights, contactId } = actor;
  const who = { userId: portalUserId, contactId, level: accessLevel, role };
  const facts = { directory, partyId, rights, ...who };
  if (directory !== 'customer') return { ...facts, accountIds: [] };
  const account = partyId as AccountId;
  const isTree = accessLevel === 'account_tree';
  return { ...facts, accountIds: isTree ? await accountsBelow(tx, account) : [account] };
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
