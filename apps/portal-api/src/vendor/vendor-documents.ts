import type { ListNarrowing } from '@quittance/lists';
import type { PortalCtx } from '@quittance/portal';

/** What the company shows a vendor: the files of its ledger account that are for vendors. */
export function vendorDocumentsWithin({ portal }: PortalCtx): ListNarrowing {
  return (bind) => `d.visibility = 'vendor' and d.object = 'ledger-account'
    and d.record_id = ${bind(portal.partyId)}::uuid`;
}
