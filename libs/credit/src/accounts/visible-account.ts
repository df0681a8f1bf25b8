import { sql, type Tx } from '@quittance/database';
import { notFound, type AccountId, type Ctx } from '@quittance/kernel';
import type { Bind, ListNarrowing } from '@quittance/lists';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { requireRecord, rowScope } from '@quittance/objects';

/**
 * Refuses an account that somebody who looks at accounts may not see. Whoever has no right on
 * accounts at all, and one on credit, is about credit alone and names them by their ids.
 * @throws DomainError not_found
 */
export async function requireVisibleAccount(
  tx: Tx,
  models: CompanyModels,
  id: AccountId,
): Promise<void> {
  const { permissions } = tx.ctx;
  if (!permissions.can('accounts', 'view')) return;
  if (permissions.scope('accounts', 'view') === 'all') return;
  await requireRecord(tx, await models.object(tx, 'account'), id as string as RecordId);
}

/** Which accounts somebody sees, as SQL over their ids; null where there is no limit. */
function visibleAccounts(ctx: Ctx, column: string, bind: Bind): string | null {
  if (!ctx.permissions.can('accounts', 'view')) return null;
  const scope = rowScope.owned(ctx, 'accounts', 'v', bind, 'view');
  if (scope === null) return null;
  const company = `${bind(ctx.companyId)}::uuid`;
  return `exists (select from crm.pub_account v
    where v.company_id = ${company} and v.id = ${column} and ${scope})`;
}

/**
 * What of a list about the credit of accounts somebody sees, by the same rule; `column` has the
 * account.
 */
export function creditInScope(ctx: Ctx, column: string): ListNarrowing {
  return (bind) => visibleAccounts(ctx, column, bind) ?? 'true';
}

/** What is about the credit of an account that somebody does not see is not there. */
export async function refuseOutOfScope<Found extends { readonly accountId: AccountId }>(
  tx: Tx,
  found: Found,
  object: string,
): Promise<Found> {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const visible = visibleAccounts(tx.ctx, `${bind(found.accountId)}::uuid`, bind);
  if (visible === null || (await tx.maybe(sql(`select 1 where ${visible}`), params))) return found;
  throw notFound({ object });
}
