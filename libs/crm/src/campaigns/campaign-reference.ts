import type { ReferredRecord, SetupReference } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { rowScope } from '@quittance/objects';

/** Campaigns by their names, as rules put people on their lists. */
export const campaignReference: SetupReference = {
  kind: 'campaign',
  resource: 'campaigns',
  read: campaigns,
};

/** Of those that are called alike the one made first is meant. */
function campaigns(tx: Tx): Promise<readonly ReferredRecord[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const seen = rowScope.owned(tx.ctx, 'campaigns', 'c', bind, 'view') ?? 'true';
  return tx.rows<ReferredRecord>(
    `select c.id, c.name, (${seen}) as "isSeen" from crm.campaign c
     where c.company_id = $1 and c.deleted_at is null order by c.created_at, c.id`,
    params,
  );
}
