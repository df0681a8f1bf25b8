import type { Tx } from '@quittance/database';
import { addDays, dateAt } from '@quittance/calendar';
import { notFound } from '@quittance/kernel';
import { yieldIfDue } from '@quittance/work';
import { createRecords, updateRecords } from '@quittance/objects';
import { objectOf } from '@quittance/metadata';
import type { FieldValue } from '@quittance/fields';
import { queueMessage, WORKFLOW_TYPE, type WebhookId } from '@quittance/webhooks';
import { requestApproval } from '../approvals/request-approval.js';
import { TASK } from '../definitions/check-workflow.js';
import {
  ruleBlanks,
  type CreateTask,
  type SendWebhook,
  type WorkflowAction,
} from '../rules/rule.js';
import { LENGTHS } from '../definitions/read-setup-rule.js';
import { mergeText } from '../formulas/merge-text.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { textsOf } from '../rules/rule-formulas.js';
import { formulasOfWorkflow, type CompiledWorkflow } from '../rules/rule-set.js';
import { addToCampaign } from './add-to-campaign.js';
import { readCurrent, type RuleOccasion } from './current-record.js';
import { plainValue, UNSCOPED } from './plain-value.js';
import { createRelated, setRelated } from './related-records.js';
import { writtenByAction, type Written } from './run-details.js';
import { sendEmail } from './send-email.js';

/** Whether what a rule sets a field to, or whether it does, depends on what the field holds. */
function looksAt({ condition, values }: CompiledWorkflow, position: number, field: string) {
  return [condition, values.get(position)].some((formula) =>
    formula?.paths.some(([first, second]) => first === field && second === undefined),
  );
}

/** By a person, a file or a program; what other rules have done since is no edit of anybody. */
async function isWrittenSince({ later }: RuleOccasion, field: string): Promise<boolean> {
  return (await later()).some(({ name, depth }) => name === field && depth === 0);
}

/** What the rule sets, and what it leaves as somebody has written it since it was called. */
interface Setting {
  readonly patch: Readonly<Record<string, FieldValue>>;
  readonly kept: readonly string[];
}

/**
 * Values by the record as it is before the rule. A field that somebody has changed since is not
 * written over by a rule that does not look at it: it would have been run before, had it been
 * quicker.
 */
async function settingOf(workflow: CompiledWorkflow, occasion: RuleOccasion): Promise<Setting> {
  const { object, input } = occasion;
  const patch: Record<string, FieldValue> = {};
  const kept: string[] = [];
  for (const [i, action] of workflow.rule.definition.actions.entries()) {
    const formula = workflow.values.get(i);
    if (action.kind !== 'set_field' || !formula) continue;
    const { field } = action;
    if (!looksAt(workflow, i, field) && (await isWrittenSince(occasion, field))) {
      kept.push(field);
      continue;
    }
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    patch[field] = plainValue(object, formula, {
      ...input,
      ...ruleBlanks(workflow.rule.definition),
    });
  }
  return { patch, kept };
}

/** All fields that the rule sets are one change. */
async function setFields(
  tx: Tx,
  { object, record, subject }: RuleOccasion,
  patch: Setting['patch'],
): Promise<void> {
  if (subject) await subject.setFields(tx, object, record.id, patch);
  else await updateRecords(tx, object, [{ id: record.id, patch }], UNSCOPED);
}

async function createTask(
  tx: Tx,
  { subject, description, dueInDays, ownerId }: CreateTask,
  { object, record }: RuleOccasion,
): Promise<Written> {
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
  const tasks = objectOf(model, TASK);
  const made = await createRecords(tx, tasks, [task], UNSCOPED);
  return writtenByAction(
    'create_task',
    tasks,
    made.map(({ id }) => id),
    task,
  );
}

async function sendWebhook(
  tx: Tx,
  { webhookId, message = null }: SendWebhook,
  { rule }: CompiledWorkflow,
  { object, record, event }: RuleOccasion,
): Promise<Written> {
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
    data: { rule: { id: rule.id, name: rule.name }, record, ...(message !== null && { message }) },
  });
  return writtenByAction('send_webhook', null, [], {
    webhookId,
    ...(message !== null && { message }),
  });
}

function runAction(
  tx: Tx,
  action: WorkflowAction,
  position: number,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<Written | null> {
  switch (action.kind) {
    case 'set_field':
      return Promise.resolve(null);
    case 'set_related':
      return setRelated(tx, action, position, workflow, occasion);
    case 'create_record':
      return createRelated(tx, action, position, workflow, occasion);
    case 'request_approval':
      return requestApproval(tx, action, position, workflow, occasion);
    case 'create_task':
      return createTask(tx, action, occasion);
    case 'send_email':
      return sendEmail(tx, action, workflow, occasion);
    case 'add_to_campaign':
      return addToCampaign(tx, action, occasion);
    case 'send_webhook':
      return sendWebhook(tx, action, workflow, occasion);
  }
}

/** What came of a rule. */
export interface ActionsDone {
  /** The fields that were kept as somebody has written them since the rule was called. */
  readonly kept: readonly string[];
  readonly wrote: readonly Written[];
}

/**
 * Carries out the actions of a rule in their order; fields are set first, and the other actions see
 * them.
 * @throws DomainError of what cannot be done; the caller undoes the rest
 */
export async function runActions(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<ActionsDone> {
  const { patch, kept } = await settingOf(workflow, occasion);
  const sets = Object.keys(patch).length > 0;
  const wrote: Written[] = [];
  if (sets) {
    await setFields(tx, occasion, patch);
    wrote.push(writtenByAction('set_field', occasion.object, [occasion.record.id], patch));
  }
  const { actions } = workflow.rule.definition;
  if (actions.every(({ kind }) => kind === 'set_field')) return { kept, wrote };
  const seen = sets ? await readAgain(tx, workflow, occasion) : occasion;
  for (const [i, action] of actions.entries()) {
    const done = await runAction(tx, withTexts(workflow, i, action, seen), i, workflow, seen);
    if (done) wrote.push(done);
  }
  return { kept, wrote };
}

/** The record as the fields that the rule has set left it, with what formulas see of it. */
async function readAgain(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<RuleOccasion> {
  const { object, event, input } = occasion;
  const record = await readCurrent(tx, occasion);
  if (!record) return occasion;
  const formulas = formulasOfWorkflow(workflow);
  const [seen = input] = await formulaInputs(tx, object, formulas, [record], event.actor);
  return { ...occasion, record, input: { ...input, ...seen } };
}

/** The longest that a text may be once it shows what it shows. */
const LONGEST: Readonly<Record<string, number>> = {
  subject: LENGTHS.subject,
  description: LENGTHS.description,
  message: LENGTHS.merged,
};

/** The action with its texts filled in. */
function withTexts<A extends WorkflowAction>(
  { texts, rule }: CompiledWorkflow,
  position: number,
  action: A,
  { object, input }: RuleOccasion,
): A {
  const given = { ...input, ...ruleBlanks(rule.definition) };
  const filled = Object.keys(textsOf(action)).flatMap((member) => {
    const text = texts.get(`${position}.${member}`);
    const most = LONGEST[member] ?? LENGTHS.message;
    return text ? [[member, mergeText.filled(object, text, given, most)]] : [];
  });
  return { ...action, ...Object.fromEntries(filled) };
}
