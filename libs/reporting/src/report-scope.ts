import { reach } from '@quittance/access';
import { OF_ACCOUNT } from '@quittance/crm';
import { isUuid, type Ctx } from '@quittance/kernel';
import type { Bind } from '@quittance/lists';

/**
 * Which rows a report tells of: those of accounts that whoever asks reaches among reports and, as
 * far as they may look at it, among what the report sums up. Null where that is all.
 * @param alias rows with `account_id`
 */
export function toldOfAccounts(
  ctx: Ctx,
  subjects: readonly string[],
  alias: string,
  bind: Bind,
): string | null {
  return told(ctx, subjects, { ways: [OF_ACCOUNT], alias }, bind);
}

/** The same of rows that have an owner of their own. */
export function toldOfOwners(
  ctx: Ctx,
  subjects: readonly string[],
  alias: string,
  bind: Bind,
): string | null {
  return told(ctx, subjects, { ways: [[]], alias }, bind);
}

function told(
  ctx: Ctx,
  subjects: readonly string[],
  rows: Parameters<typeof reach.within>[2],
  bind: Bind,
): string | null {
  const { permissions } = ctx;
  const own = permissions.scope('reports');
  return reach.within(ctx, reach.narrower([own, reach.beside(permissions, subjects)]), rows, bind);
}

/** For the fixed text of a list, which takes no parameters: ids as they are. */
export const asLiteral: Bind = (value) => {
  if (value === null) return 'null';
  if (!isUuid(value)) throw new TypeError('Only an id stands in the text of a list');
  return `'${value}'`;
};
