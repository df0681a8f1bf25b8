import type { ReferredRecord, SetupReference } from '@quittance/configuration';
import { sql } from '@quittance/database';

/** Of those that are called alike the one made first is meant. */
const CAMPAIGNS = sql(`
  select c.id, c.name from crm.campaign c
  where c.company_id = $1 and c.deleted_at is null order by c.created_at, c.id`);

/** Campaigns by their names, as rules put people on their lists. */
export const campaignReference: SetupReference = {
  kind: 'campaign',
  resource: 'campaigns',
  read: (tx) => tx.rows<ReferredRecord>(CAMPAIGNS, [tx.ctx.companyId]),
};
