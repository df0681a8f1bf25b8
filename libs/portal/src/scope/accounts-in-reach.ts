import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import type { PortalActor } from '../actors/portal-actor.js';
import { resolveScope } from './portal-scope.js';

/** A customer's account that its user reaches. */
export interface AccountInReach {
  readonly id: AccountId;
  readonly name: string;
  /** The one that the user belongs to. */
  readonly own: boolean;
}

/** By primary key. */
const NAMED = sql(`
  select a.id, a.name, a.id = $3 as own from crm.pub_customer a
  where a.company_id = $1 and a.id = any($2::uuid[]) and a.active
  order by a.id = $3 desc, a.name, a.id`);

/** The accounts that a user reaches, the own one first. */
export async function accountsInReach(tx: Tx, actor: PortalActor): Promise<AccountInReach[]> {
  const { accountIds, partyId } = await resolveScope(tx, actor);
  return tx.rows<AccountInReach>(NAMED, [tx.ctx.companyId, accountIds, partyId]);
}

/** The same as a list, of which others look into what is shown: the name. */
export async function listOfAccountsInReach(
  tx: Tx,
  actor: PortalActor,
): Promise<Pick<ListDefinition, 'from' | 'where' | 'id' | 'fields' | 'scope'>> {
  const { accountIds } = await resolveScope(tx, actor);
  return {
    from: 'crm.pub_customer pa',
    where: 'pa.active',
    id: 'pa.id',
    fields: { id: { sql: 'pa.id', type: 'id' }, name: { sql: 'pa.name', type: 'text' } },
    scope: (_, bind) => `pa.id = any(${bind(accountIds)}::uuid[])`,
  };
}
