import { sql, type Tx } from '@quittance/database';
import { isUuid, newId, type UserId } from '@quittance/kernel';
import { updateRecords } from '@quittance/objects';
import { recordAwaitsApproval, ruleRests } from '../rules.errors.js';
import type { RequestApproval } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import type { RuleOccasion } from '../workflows/current-record.js';
import { countEmails } from '../workflows/email-limit.js';
import { writtenByAction, type Written } from '../workflows/run-details.js';
import type { RecordApproval } from './approval.description.js';
import { insertApproval, waitingAmong } from './approval.repository.js';
import { addressesOf, approversOf, writeAbout } from './approvers.js';

/** Whoever switches a rule off or takes it away locks it before they look for what waits for it. */
const STILL_ACTIVE = sql(`
  select r.id from rules.rule r where r.company_id = $1 and r.id = $2 and r.active for share`);

/** What an approval brings about in its record is nobody's edit: it is not judged by rules. */
export const SETTING = { trusted: true, unscoped: true, cascade: true } as const;

/**
 * Sends the record of a rule for approval: locked until somebody has decided.
 * @throws DomainError record_awaits_approval, approval_without_approver, rule_rests
 */
export async function requestApproval(
  tx: Tx,
  { steps, message, field }: RequestApproval,
  { rule }: CompiledWorkflow,
  { object, record, event }: RuleOccasion,
): Promise<Written> {
  const { companyId, now } = tx.ctx;
  if (!(await tx.maybe(STILL_ACTIVE, [companyId, rule.id]))) throw ruleRests({ name: rule.name });
  if ((await waitingAmong(tx, [record.id])).size > 0) {
    throw recordAwaitsApproval({ object: object.label });
  }
  const requestedBy = userOf(event.actor);
  const first = steps[0] ?? { approver: '' };
  const asked = await approversOf(tx, record, first, requestedBy);
  const title = record[object.titleField];
  const approval: RecordApproval = {
    id: newId<'record-approval'>(),
    ruleId: rule.id,
    ruleName: rule.name,
    object: object.name,
    recordId: record.id,
    title: (typeof title === 'string' ? title : object.label).slice(0, 500),
    message,
    field,
    status: 'waiting',
    step: 1,
    steps,
    asked,
    requestedBy,
    requestedAt: now,
    decidedAt: null,
    history: [],
  };
  if (field !== null) {
    await updateRecords(tx, object, [{ id: record.id, patch: { [field]: 'waiting' } }], SETTING);
  }
  await insertApproval(tx, approval);
  const addresses = await addressesOf(tx, asked);
  await countEmails(tx, addresses.length);
  await writeAbout(tx, object, approval, addresses, message ?? `${rule.name}: please decide.`);
  return writtenByAction('request_approval', object, [record.id], {
    approvalId: approval.id,
    approver: first.approver,
  });
}

function userOf(actor: RuleOccasion['event']['actor']): UserId | null {
  return actor.kind === 'staff' && isUuid(actor.id) ? (actor.id as UserId) : null;
}
