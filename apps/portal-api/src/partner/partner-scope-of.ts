import type { Tx } from '@quittance/database';
import { partnersBelow } from '@quittance/partner';
import type { PartnerId, PartnerScope } from '@quittance/partner/host';
import type { PortalActor, PortalCtx } from '@quittance/portal';

/**
 * How far a user of a partner reaches: its partner, with level tree those below it; what colleagues
 * registered with the right to see all quotes. The tree is read at each request.
 */
export async function partnerScopeOf(tx: Tx, actor: PortalActor): Promise<PartnerScope> {
  const { partyId, portalUserId, accessLevel, rights } = actor;
  const partnerId = partyId as PartnerId;
  return {
    partnerId,
    partnerIds: accessLevel === 'account_tree' ? await partnersBelow(tx, partnerId) : [partnerId],
    portalUserId,
    colleagues: rights.has('seeAllQuotes'),
  };
}

/** Whether sums are there for the user. */
export function seesPrices({ portal }: PortalCtx): boolean {
  return portal.rights.has('seePricing');
}
