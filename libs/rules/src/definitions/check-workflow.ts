import type { FormulaType } from '@quittance/formula';
import { sql, type Tx } from '@quittance/database';
import { DomainError, type FieldError } from '@quittance/kernel';
import {
  findTemplate,
  holdTemplate,
  isOwnTemplate,
  isSecretTemplate,
  offeredNames,
} from '@quittance/notifications';
import { type Field, fieldTypes } from '@quittance/fields';
import { type CompanyObject, inFormula } from '@quittance/metadata';
import { findEndpoint, type WebhookId } from '@quittance/webhooks';
import { mergeText } from '../formulas/merge-text.js';
import { checkApproval } from './check-approval.js';
import { formulaFaults } from '../formulas/record-formulas.js';
import { checkAddToCampaign } from '../workflows/add-to-campaign.js';
import { checkRecipient } from '../workflows/recipients.js';
import { recordsBy } from '@quittance/objects';
import { isMadeByEngine, otherObject } from '../rules/relation.js';
import { textsOf, valuesOf } from '../rules/rule-formulas.js';
import {
  LONGEST_OFFSET,
  RECORD_NOTICE,
  type CreateRecord,
  type CreateTask,
  type SendEmail,
  type SendWebhook,
  type SetField,
  type SetRelated,
  type WorkflowAction,
  type WorkflowDefinition,
} from '../rules/rule.js';

export const MOST_ACTIONS = 10;
/** Fields that a rule gives a record that it makes. */
export const MOST_RECORD_VALUES = 30;
/** The object of the tasks that rules make. */
export const TASK = 'task';

const unknownField = (pointer: string, name: string): FieldError => ({
  pointer,
  code: 'unknown_field',
  message: `There is no field ${name}.`,
});

function checkTrigger(
  object: CompanyObject,
  { trigger, field, offset = null, unit = null, timing }: WorkflowDefinition,
): readonly FieldError[] {
  const isDated = trigger === 'date';
  const told = isDated
    ? []
    : Object.entries({ offset, unit }).filter(([, value]) => value !== null);
  const errors: FieldError[] = told.map(([member]) => ({
    pointer: `/${member}`,
    code: 'unexpected',
    message: 'goes with the trigger “date” only',
  }));
  if (trigger !== 'change' && !isDated) {
    const message = 'goes with the triggers “change” and “date” only';
    if (field !== null) errors.push({ pointer: '/field', code: 'unexpected', message });
    return errors;
  }
  if (field === null) {
    const message = `is required by the trigger “${trigger}”`;
    return [...errors, { pointer: '/field', code: 'required', message }];
  }
  const found = object.fields.get(field);
  if (!found) return [...errors, unknownField('/field', field)];
  if (isDated) return [...errors, ...checkDate(found, { offset, unit, timing })];
  if (isHeard(found, timing)) return errors;
  const message = `${field} is computed: nobody changes it.`;
  return [...errors, { pointer: '/field', code: 'type', message }];
}

/**
 * Whether a change of the field is told of: that of a roll-up is one of its children, and a formula
 * is stored behind what rules set before the save.
 */
function isHeard({ type, storage }: Field, timing: WorkflowDefinition['timing']): boolean {
  if (storage.kind === 'computed' || type === 'rollup') return false;
  return type !== 'formula' || timing !== 'before_save';
}

/** What is wrong with a rule that runs a time before or after what a field says. */
function checkDate(
  field: Field,
  { offset, unit, timing }: Pick<WorkflowDefinition, 'offset' | 'unit' | 'timing'>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const add = (pointer: string, code: string, message: string) =>
    errors.push({ pointer, code, message });
  if (!recordsBy.hasDate(field)) {
    const isDate = field.type === 'date' || field.type === 'datetime';
    const message =
      isDate && field.storage.kind === 'custom'
        ? `Records cannot be found by ${field.name}: mark it indexed.`
        : `${field.name} is no date or instant that records can be found by.`;
    add('/field', 'type', message);
  }
  if (timing === 'before_save') {
    add('/timing', 'unexpected', 'does not go with the trigger “date”');
  }
  const required = 'is required by the trigger “date”';
  if (typeof offset !== 'number') add('/offset', 'required', required);
  if (!unit) add('/unit', 'required', required);
  else if (typeof offset === 'number' && Math.abs(offset) > LONGEST_OFFSET[unit]) {
    add('/offset', 'range', `is at most ${LONGEST_OFFSET[unit]} ${unit} before or after`);
  }
  return errors;
}

/** The types of formulas that a field can be set by; undefined for one that rules cannot set. */
function settableBy(field: Field): readonly FormulaType[] | undefined {
  if (field.readOnly || field.createOnly || fieldTypes.computed.has(field.type)) return undefined;
  if (field.type === 'multi_select') return undefined;
  const type = inFormula.type(field);
  if (type === undefined) return undefined;
  return type === 'time' ? ['time', 'text'] : [type];
}

function checkSetField(
  object: CompanyObject,
  { field: name, formula }: SetField,
  pointer: string,
): readonly FieldError[] {
  const field = object.fields.get(name);
  if (!field) return [unknownField(`${pointer}/field`, name)];
  const types = settableBy(field);
  if (types) return formulaFaults(object, formula, `${pointer}/formula`, types);
  const message = `${name} cannot be set by a rule.`;
  return [{ pointer: `${pointer}/field`, code: 'read_only', message }];
}

/** What is wrong with what a rule sets of records beside its own. */
function checkOthers(
  object: CompanyObject,
  action: SetRelated | CreateRecord,
  pointer: string,
): readonly FieldError[] {
  const target = otherObject(object, action);
  if (!target) {
    const [at, name] =
      action.kind === 'set_related' ? ['relation', action.relation] : ['object', action.object];
    const message = `There is no ${at} ${name}.`;
    return [{ pointer: `${pointer}/${at}`, code: 'reference_not_found', message }];
  }
  if (action.kind === 'create_record' && !isMadeByEngine(target)) {
    const message = `No rule makes a ${target.label.toLowerCase()}.`;
    return [{ pointer: `${pointer}/object`, code: 'read_only', message }];
  }
  return valuesOf(action).flatMap(({ field: name, formula }, i) => {
    const at = action.kind === 'create_record' ? `${pointer}/values/${i}` : pointer;
    const field = target.fields.get(name);
    if (!field) return [unknownField(`${at}/field`, name)];
    const isMade = action.kind === 'create_record';
    const types = settableBy(isMade ? { ...field, createOnly: false } : field);
    if (types) return formulaFaults(object, formula, `${at}/formula`, types);
    const message = `${name} cannot be set by a rule.`;
    return [{ pointer: `${at}/field`, code: 'read_only', message }];
  });
}

const USER = sql(`
  select u.id from identity.pub_user u where u.company_id = $1 and u.id = $2`);

async function checkTask(
  tx: Tx,
  object: CompanyObject,
  { ownerId }: CreateTask,
  pointer: string,
): Promise<readonly FieldError[]> {
  if (!object.model.objects.has(TASK)) {
    return [{ pointer: `${pointer}/kind`, code: 'enum', message: 'There are no tasks here.' }];
  }
  if (ownerId === null || (await tx.maybe(USER, [tx.ctx.companyId, ownerId]))) return [];
  const message = 'There is no such user in this company.';
  return [{ pointer: `${pointer}/ownerId`, code: 'reference_not_found', message }];
}

/**
 * The templates that a rule names stay until it is saved: for whoever writes it, as a transaction
 * that only reads may lock nothing.
 */
export async function holdNamed(tx: Tx, { actions }: WorkflowDefinition): Promise<void> {
  for (const action of actions) {
    if (action.kind === 'send_email') await holdTemplate(tx, action.template);
  }
}

/** A template of a password link goes to whom it was made for, and to nobody else. */
async function checkTemplate(
  tx: Tx,
  object: CompanyObject,
  { template, message }: SendEmail,
  pointer: string,
): Promise<readonly FieldError[]> {
  const at = `${pointer}/template`;
  if (isSecretTemplate(template)) {
    const reason = `${template} carries a secret link, which no rule can make.`;
    return [{ pointer: at, code: 'template_secret', message: reason }];
  }
  if (!(await findTemplate(tx, template))) {
    return [
      { pointer: at, code: 'reference_not_found', message: `There is no template ${template}.` },
    ];
  }
  if (!isTemplateOf(template, object.name)) {
    const reason = `${template} is about something else than a ${object.label.toLowerCase()}.`;
    return [{ pointer: at, code: 'template_unfit', message: reason }];
  }
  if (template !== RECORD_NOTICE || message !== null) return [];
  const reason = `is required by ${RECORD_NOTICE}`;
  return [{ pointer: `${pointer}/message`, code: 'required', message: reason }];
}

async function checkWebhook(
  tx: Tx,
  { webhookId }: SendWebhook,
  active: boolean,
  pointer: string,
): Promise<readonly FieldError[]> {
  if (webhookId === null) {
    const message = 'is required by a rule that is active';
    return active ? [{ pointer: `${pointer}/webhookId`, code: 'required', message }] : [];
  }
  try {
    await findEndpoint(tx, webhookId as WebhookId);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 404) throw error;
    const message = 'There is no such webhook in this company.';
    return [{ pointer: `${pointer}/webhookId`, code: 'reference_not_found', message }];
  }
}

/** A rule as far as its actions are judged by it. */
interface Judged {
  readonly object: CompanyObject;
  readonly active: boolean;
}

/** E-mails that the product sends for causes of its own say nothing of other records. */
function isTemplateOf(template: string, object: string): boolean {
  if (template === RECORD_NOTICE || isOwnTemplate(template)) return true;
  const name = object === 'sales-order' ? 'order' : camelCase(object);
  return offeredNames(template).includes(name);
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

async function checkAction(
  tx: Tx,
  { object, active }: Judged,
  action: WorkflowAction,
  pointer: string,
): Promise<readonly FieldError[]> {
  switch (action.kind) {
    case 'set_field':
      return checkSetField(object, action, pointer);
    case 'set_related':
    case 'create_record':
      return checkOthers(object, action, pointer);
    case 'create_task':
      return checkTask(tx, object, action, pointer);
    case 'send_email':
      return [
        ...(await checkTemplate(tx, object, action, pointer)),
        ...(await checkRecipient(tx, { object, active }, action, pointer)),
      ];
    case 'request_approval':
      return checkApproval(tx, { object, active }, action, pointer);
    case 'add_to_campaign':
      return checkAddToCampaign(tx, object, action, pointer);
    case 'send_webhook':
      return checkWebhook(tx, action, active, pointer);
  }
}

/**
 * What is wrong with a workflow rule of an object; one that rests may lack the webhook it calls and
 * the colleague it writes to.
 */
export async function checkWorkflow(
  tx: Tx,
  object: CompanyObject,
  definition: WorkflowDefinition,
  active: boolean,
): Promise<readonly FieldError[]> {
  const { condition, actions } = definition;
  const errors = [...checkTrigger(object, definition)];
  if (condition !== null) {
    errors.push(...formulaFaults(object, condition, '/condition', ['boolean']));
  }
  for (const [i, action] of actions.entries()) {
    if (definition.timing === 'before_save' && action.kind !== 'set_field') {
      const message = 'A rule that runs before a save sets fields of the record, and nothing else.';
      errors.push({ pointer: `/actions/${i}/kind`, code: 'unexpected', message });
    }
    for (const [member, text] of Object.entries(textsOf(action))) {
      errors.push(...mergeText.faults(object, text, `/actions/${i}/${member}`));
    }
    errors.push(...(await checkAction(tx, { object, active }, action, `/actions/${i}`)));
  }
  return errors;
}
