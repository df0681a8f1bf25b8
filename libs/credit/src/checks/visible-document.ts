import type { Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { CompanyModels, RecordId } from '@quittance/metadata';
import { requireRecord } from '@quittance/objects';
import type { CreditDocument } from '../credit-subject.port.js';
import { showsFigures } from './shown-figures.js';

const RESOURCES = { quote: 'quotes', 'sales-order': 'sales-orders' } as const;

/**
 * Refuses a document that somebody who looks at such may not see. Whoever has no right on them at
 * all, and one on credit, names them by their ids, as long as they are shown all that is weighed.
 * @throws DomainError not_found
 */
export async function requireVisibleDocument(
  tx: Tx,
  models: CompanyModels,
  { type, id }: CreditDocument,
): Promise<void> {
  const { permissions } = tx.ctx;
  const resource = RESOURCES[type];
  if (!permissions.can(resource, 'view')) {
    if (showsFigures(tx.ctx)) return;
    throw notFound({ object: 'document' });
  }
  if (permissions.scope(resource, 'view') === 'all') return;
  await requireRecord(tx, await models.object(tx, type), id as RecordId);
}
