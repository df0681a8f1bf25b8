import type { Tx } from '@quittance/database';
import { partnersBelow } from '@quittance/partner';
import { resolveScope, type PortalActor } from '@quittance/portal';

/** Whether a tree below their party widens what a user of a portal reaches. */
export const reachesTree = ({ accessLevel, directory }: PortalActor): boolean =>
  accessLevel === 'account_tree' && directory !== 'vendor';

/** The parties of it as it is now: accounts of a customer, partners of a partner. */
export async function treeInReach(tx: Tx, actor: PortalActor): Promise<readonly string[]> {
  if (actor.directory === 'customer') return [...(await resolveScope(tx, actor)).accountIds].sort();
  const partnerId = actor.partyId as Parameters<typeof partnersBelow>[1];
  return [...(await partnersBelow(tx, partnerId))].sort();
}
