import type { Tx } from '@quittance/database';
import type { CompanyModel } from '@quittance/metadata';
import { requireRightsOfRule } from '../rules/rule-rights.js';
import { maybeRule } from '../rules/rule.repository.js';
import type { RecordApproval } from './approval.description.js';
import { readReachedApproval } from './seen-approvals.js';

/** Whoever may change rules takes back what others have caused. */
export function keepsWorkflows({ ctx: { permissions } }: Tx): boolean {
  return permissions.can('workflows', 'update');
}

/**
 * To take an approval back is to free its record: its record is reached by whoever does it, and a
 * rule that asks of others is overruled by who may change it.
 * @throws DomainError not_found, right_beyond_own
 */
export async function requireRecall(
  tx: Tx,
  model: CompanyModel,
  { id, object: name, requestedBy, ruleId }: RecordApproval,
): Promise<void> {
  const isOwn = requestedBy !== null && requestedBy === tx.ctx.userId;
  // Anybody else is told that it is not theirs.
  if (!isOwn && !keepsWorkflows(tx)) return;
  await readReachedApproval(tx, model, id);
  const object = model.objects.get(name);
  const rule = isOwn ? undefined : await maybeRule(tx, 'workflow', ruleId);
  if (object && rule) requireRightsOfRule(tx.ctx, 'workflow', object, rule.definition);
}
