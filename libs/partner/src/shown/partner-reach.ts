import { sql, type Tx } from '@quittance/database';
import type { ListNarrowing } from '@quittance/lists';
import type { PartnerId } from '../registrations/deal-registration.js';
import type { PartnerScope } from '../registrations/partner-scope.js';

/** By member_parent_index; no deeper than they are let stand. */
const BELOW = sql(`
  with recursive below (id, depth) as (
    select $2::uuid, 0
    union
    select m.id, b.depth + 1 from partner.member m join below b on b.id = m.parent_id
    where m.company_id = $1 and b.depth < 10)
  select distinct id from below order by id`);

/** A partner and all that stand below it. */
export async function partnersBelow(tx: Tx, id: PartnerId): Promise<PartnerId[]> {
  const rows = await tx.rows<{ id: PartnerId }>(BELOW, [tx.ctx.companyId, id]);
  return rows.map((row) => row.id);
}

/** Registrations within a scope. */
export const registrationsWithin =
  ({ partnerIds, portalUserId, colleagues }: PartnerScope): ListNarrowing =>
  (bind) => {
    const ofPartners = `r.partner_id = any (${bind(partnerIds)}::uuid[])`;
    return colleagues ? ofPartners : `${ofPartners} and r.portal_user_id = ${bind(portalUserId)}`;
  };

/** What has a partner that is within a scope. */
export const ofPartnersWithin =
  (alias: string, { partnerIds }: PartnerScope): ListNarrowing =>
  (bind) =>
    `${alias}.partner_id = any (${bind(partnerIds)}::uuid[])`;
