import type { Bind } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';

/**
 * The record scope of a resource as SQL over a row with `owner_id`: null when the actor sees every
 * record. An actor without a user owns nothing.
 */
export function ownedRows(ctx: Ctx, resource: string, alias: string, bind: Bind): string | null {
  const scope = ctx.permissions.scope(resource);
  if (scope === 'all') return null;
  const user = `${bind(ctx.userId)}::uuid`;
  const own = `${alias}.owner_id = ${user}`;
  if (scope === 'own') return own;
  return `(${own} or ${alias}.owner_id in (
    select mate.id from identity.staff_user mate
    join identity.staff_user me on me.company_id = mate.company_id and me.team = mate.team
    where me.company_id = ${alias}.company_id and me.id = ${user}))`;
}
