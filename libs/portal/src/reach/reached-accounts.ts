import type { Bind } from '@quittance/lists';
import type { PortalScope } from '../scope/portal-scope.js';

/**
 * That a column names an account in reach. One account, which is what most users have, is compared
 * and not looked for in a list: its rows then come in the order of their index, and the planner
 * knows without the account how many there are.
 */
export function ofReachedAccounts(
  column: string,
  { accountIds }: Pick<PortalScope, 'accountIds'>,
  bind: Bind,
): string {
  const [only, ...more] = accountIds;
  if (only !== undefined && more.length === 0) return `${column} = ${bind(only)}::uuid`;
  return `${column} = any(${bind(accountIds)}::uuid[])`;
}
