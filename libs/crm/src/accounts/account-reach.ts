import { reach, type Way } from '@quittance/access';
import { arrays, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';

/** Whose it is what is about an account: that of whoever the account is of. */
export const OF_ACCOUNT: Way = [{ column: 'account_id', view: 'crm.pub_account' }];

/**
 * Those of the accounts that something of a resource may be about: within its scope and, for
 * whoever may look at accounts, within that of those. For what names many, each with an outcome of
 * its own; the guard of records sees to the rest. By primary key.
 */
export async function reachedAccounts(
  tx: Tx,
  resource: string,
  ids: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  const { permissions } = tx.ctx;
  const scope = reach.narrower([
    permissions.scope(resource),
    reach.beside(permissions, ['accounts']),
  ]);
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const within = reach.within(tx.ctx, scope, { ways: [[]], alias: 'a' }, bind);
  if (within === null) return new Set(ids);
  const rows = await tx.rows<{ id: AccountId }>(
    `select a.id from crm.account a
     where a.company_id = $1 and a.id = any($2::uuid[]) and ${within}`,
    params,
  );
  return new Set(rows.map(({ id }) => id));
}
