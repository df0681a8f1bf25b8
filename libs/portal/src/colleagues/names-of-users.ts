import { sql, type Tx } from '@quittance/database';
import type { Bind, ListDefinition } from '@quittance/lists';
import type { PortalActor } from '../actors/portal-actor.js';
import { ofReachedAccounts } from '../reach/reached-accounts.js';
import { resolveScope, type PortalScope } from '../scope/portal-scope.js';

type Names = Pick<ListDefinition, 'from' | 'where' | 'id' | 'fields' | 'scope'>;
type Name = Readonly<{ id: string; name: string }>;

/** Users of customers by the alias `pu`: of the accounts in reach; with level own the user alone. */
function within(scope: PortalScope, bind: Bind): string {
  const among = `pu.directory = 'customer' and ${ofReachedAccounts('pu.account_id', scope, bind)}`;
  return scope.level === 'own' ? `${among} and pu.id = ${bind(scope.userId)}::uuid` : among;
}

/** Who acts for the accounts in reach, as a list that others look into for the name. */
export async function listOfUsersInReach(tx: Tx, actor: PortalActor): Promise<Names> {
  const scope = await resolveScope(tx, actor);
  return {
    from: 'portal.portal_user pu',
    id: 'pu.id',
    fields: { id: { sql: 'pu.id', type: 'id' }, name: { sql: 'pu.name', type: 'text' } },
    scope: (_, bind) => within(scope, bind),
  };
}

/** The names of those of them that are asked for. By primary key. */
export async function namedUsers(
  tx: Tx,
  actor: PortalActor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Name>> {
  const params: unknown[] = [tx.ctx.companyId, ids];
  const reached = within(await resolveScope(tx, actor), (value) => `$${params.push(value)}`);
  const found = await tx.rows<Name>(
    // One text for each level.
    sql(`select pu.id, pu.name from portal.portal_user pu
     where pu.company_id = $1 and pu.id = any($2::uuid[]) and ${reached}`),
    params,
  );
  return new Map(found.map((each) => [each.id, each]));
}
