import type { ListNarrowing } from '@quittance/lists';
import type { Id } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import { REQUEST_OBJECT } from './attach-to-request.js';

/** What partners have asked a quote for, of their own or of colleagues as well. */
interface AskedByPartners {
  readonly partnerIds: readonly Id<'ledger-account'>[];
  readonly portalUserId: PortalUserId;
  readonly colleagues: boolean;
}

/** Requests by the alias `q`: those that partners have made of registrations. */
export const requestsOfPartnersWithin =
  ({ partnerIds, portalUserId, colleagues }: AskedByPartners): ListNarrowing =>
  (bind) => {
    const own = colleagues ? '' : ` and q.portal_user_id = ${bind(portalUserId)}::uuid`;
    return `q.registration_id is not null
      and q.partner_id = any (${bind(partnerIds)}::uuid[])${own}`;
  };

/** Documents by the alias `d`: those of such requests. */
export const filesOfPartnerRequests =
  (scope: AskedByPartners): ListNarrowing =>
  (bind) =>
    `d.object = '${REQUEST_OBJECT.name}' and exists (select from portal.quote_request q
      where q.company_id = $1::uuid and q.id = d.record_id
        and ${requestsOfPartnersWithin(scope)(bind)})`;
