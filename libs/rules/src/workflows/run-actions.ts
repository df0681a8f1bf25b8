import type { EventEnvelope } from '@quittance/contracts';
import {
  formulaText,
  isFormulaNumber,
  type CheckedFormula,
  type FormulaInput,
} from '@quittance/formula';
import type { Tx } from '@quittance/database';
import { addDays, dateAt, notFound, restIfDue } from '@quittance/kernel';
import {
  createRecords,
  objectOf,
  requestTooCostly,
  updateRecords,
  type CompanyObject,
  type FieldValue,
} from '@quittance/objects';
import { queueMessage, WORKFLOW_TYPE, type WebhookId } from '@quittance/webhooks';
import { TASK } from '../definitions/check-workflow.js';
import type { CreateTask, SendWebhook, WorkflowAction } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import type { HeardRecord } from './heard-record.js';
import { sendEmail } from './send-email.js';
import type { WorkflowSubject } from './workflow-subjects.js';

/** What a rule acts on: a record as it was when the event happened. */
export interface Occasion {
  readonly object: CompanyObject;
  readonly record: HeardRecord;
  readonly event: EventEnvelope;
  readonly input: FormulaInput;
  /** Who writes the record, where the engine does not. */
  readonly subject?: WorkflowSubject;
}

/** The actor of a workflow sees and may change every record. */
const UNSCOPED = { unscoped: true } as const;

/** @throws DomainError request_too_costly: what costs too much must not empty the field */
function plainValue(
  { name }: CompanyObject,
  formula: CheckedFormula,
  input: FormulaInput,
): FieldValue {
  const { value, unaffordable } = formula.outcome(input);
  if (unaffordable) throw requestTooCostly({ object: name });
  return isFormulaNumber(value) ? formulaText(value) : value;
}

/** All fields that the rule sets are one change. */
async function setFields(
  tx: Tx,
  { rule, values }: CompiledWorkflow,
  { object, record, input, subject }: Occasion,
): Promise<void> {
  const patch: Record<string, FieldValue> = {};
  for (const [i, action] of rule.definition.actions.entries()) {
    const formula = values.get(i);
    if (action.kind === 'set_field' && formula) {
      const rest = restIfDue();
      if (rest) await rest;
      patch[action.field] = plainValue(object, formula, input);
    }
  }
  if (Object.keys(patch).length === 0) return;
  if (subject) await subject.setFields(tx, object, record.id, patch);
  else await updateRecords(tx, object, [{ id: record.id, patch }], UNSCOPED);
}

async function createTask(
  tx: Tx,
  { subject, description, dueInDays, ownerId }: CreateTask,
  { object, record }: Occasion,
): Promise<void> {
  const { model } = object;
  const today = dateAt(tx.ctx.now, model.terms.timeZone);
  const owner = ownerId ?? record.ownerId ?? null;
  const task = {
    subject,
    ...(description !== null && { description }),
    ...(dueInDays !== null && { dueDate: addDays(today, dueInDays) }),
    ...(owner !== null && { ownerId: owner }),
    relatedObject: object.name,
    relatedId: record.id,
  };
  await createRecords(tx, objectOf(model, TASK), [task], UNSCOPED);
}

async function sendWebhook(
  tx: Tx,
  { webhookId }: SendWebhook,
  { rule }: CompiledWorkflow,
  { object, record, event }: Occasion,
): Promise<void> {
  if (webhookId === null) throw notFound({ object: 'webhook' });
  const { id, companyId, occurredAt, actor } = event;
  await queueMessage(tx, webhookId as WebhookId, {
    id,
    type: WORKFLOW_TYPE,
    companyId,
    occurredAt,
    actor,
    object: object.name,
    recordId: record.id,
    data: { rule: { id: rule.id, name: rule.name }, record },
  });
}

function runAction(
  tx: Tx,
  action: WorkflowAction,
  workflow: CompiledWorkflow,
  occasion: Occasion,
): Promise<void> {
  switch (action.kind) {
    case 'set_field':
      return Promise.resolve();
    case 'create_task':
      return createTask(tx, action, occasion);
    case 'send_email':
      return sendEmail(tx, action, workflow, occasion);
    case 'send_webhook':
      return sendWebhook(tx, action, workflow, occasion);
  }
}

/**
 * Carries out the actions of a rule in their order; fields are set first.
 * @throws DomainError of what cannot be done; the caller undoes the rest
 */
export async function runActions(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: Occasion,
): Promise<void> {
  await setFields(tx, workflow, occasion);
  for (const action of workflow.rule.definition.actions) {
    await runAction(tx, action, workflow, occasion);
  }
}
