import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { requireRecord } from '@quittance/objects';

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
