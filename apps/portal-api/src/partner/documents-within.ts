import type { ListNarrowing } from '@quittance/lists';
import { partnerDocumentsWithin } from '@quittance/partner/host';
import type { PortalActor } from '@quittance/portal';
import { filesOfPartnerRequests } from '@quittance/portal/host';

type Scope = Parameters<typeof partnerDocumentsWithin>[0];

/** Documents by the alias `d` that a user of a partner sees, those of own requests among them. */
export function partnerFilesWithin(scope: Scope, { rights }: PortalActor): ListNarrowing {
  const asked = filesOfPartnerRequests(scope);
  return partnerDocumentsWithin(scope, rights.has('viewOrders'), asked);
}
