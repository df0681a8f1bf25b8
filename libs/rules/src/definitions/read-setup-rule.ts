import type { SetupItem } from '@quittance/configuration';
import { BLANKS, MAX_FORMULA_LENGTH } from '@quittance/formula';
import type { FieldError, UserId } from '@quittance/kernel';
import { MOST_APPROVAL_STEPS } from '../approvals/approval.js';
import type { NewRule } from '../rules/create-rule.js';
import {
  ACTION_KINDS,
  DECIDED_BY,
  DUPLICATES_AMONG,
  DUPLICATE_ACTIONS,
  LISTED_AS,
  LONGEST_OFFSET,
  MATCHES,
  OFFSET_UNITS,
  WHEN_OVERDUE,
  RULE_TIMINGS,
  TRIGGERS,
  type ApprovalStep,
  type RuleDefinitions,
  type RuleKind,
  type WorkflowAction,
} from '../rules/rule.js';
import { LONGEST_STEP, MOST_OTHERS } from './check-approval.js';
import { MOST_MATCHED_FIELDS } from './check-duplicate.js';
import { MOST_ACTIONS, MOST_RECORD_VALUES } from './check-workflow.js';
import { readStep } from './read-action.js';
import { JsonReader } from './json-reader.js';

/** Characters of the texts of rules. */
export const LENGTHS = {
  field: 100,
  relation: 201,
  name: 100,
  message: 500,
  /** A message once it shows the values that it names. */
  merged: 4_000,
  subject: 255,
  description: 2_000,
  to: 254,
  url: 2_048,
  template: 60,
  dueInDays: 3_650,
  position: 10_000,
} as const;

/** Who is meant by what a set-up names. */
export interface SetupNames {
  userOf(email: string): UserId | undefined;
  webhookOf(name: WebhookName): string | undefined;
}

/** A webhook as a set-up names it. */
export interface WebhookName {
  readonly url: string;
  /** Tells those of one URL apart. */
  readonly description: string | null;
}

function readOwner(json: JsonReader, names: SetupNames): UserId | null {
  const email = json.maybeText('owner', LENGTHS.to);
  if (email === null) return null;
  const user = names.userOf(email);
  if (!user) json.refuse('owner', 'reference', 'is no user of this company');
  return user ?? null;
}

function readWebhook(json: JsonReader, names: SetupNames): string | null {
  const name = json.maybeObject('webhook', (item) => ({
    url: item.text('url', LENGTHS.url),
    description: item.maybeText('description', LENGTHS.description),
  }));
  if (name === null) return null;
  const webhook = names.webhookOf(name);
  if (webhook === undefined) json.refuse('webhook', 'reference', 'is no webhook of this company');
  return webhook ?? null;
}

function readApprovalStep(json: JsonReader): ApprovalStep {
  return readStep({
    approver: json.text('approver', LENGTHS.to),
    others: json.maybeTexts('others', MOST_OTHERS, LENGTHS.to),
    decidedBy: json.maybeWord('decidedBy', DECIDED_BY),
    within: json.maybeInteger('within', 1, LONGEST_STEP.hours),
    unit: json.maybeWord('unit', OFFSET_UNITS),
    remindBefore: json.maybeInteger('remindBefore', 1, LONGEST_STEP.hours),
    overdue: json.maybeWord('overdue', WHEN_OVERDUE),
    escalateTo: json.maybeText('escalateTo', LENGTHS.to),
  });
}

function readAction(json: JsonReader, names: SetupNames): WorkflowAction {
  const kind = json.word('kind', ACTION_KINDS);
  switch (kind) {
    case 'set_field':
      return {
        kind,
        field: json.text('field', LENGTHS.field),
        formula: json.text('formula', MAX_FORMULA_LENGTH),
      };
    case 'set_related':
      return {
        kind,
        relation: json.text('relation', LENGTHS.relation),
        field: json.text('field', LENGTHS.field),
        formula: json.text('formula', MAX_FORMULA_LENGTH),
      };
    case 'create_record':
      return {
        kind,
        object: json.text('object', LENGTHS.field),
        values: json.list('values', MOST_RECORD_VALUES, (item) => ({
          field: item.text('field', LENGTHS.field),
          formula: item.text('formula', MAX_FORMULA_LENGTH),
        })),
      };
    case 'create_task':
      return {
        kind,
        subject: json.text('subject', LENGTHS.subject),
        description: json.maybeText('description', LENGTHS.description),
        dueInDays: json.maybeInteger('dueInDays', 0, LENGTHS.dueInDays),
        ownerId: readOwner(json, names),
      };
    case 'send_email':
      return {
        kind,
        template: json.text('template', LENGTHS.template),
        to: json.text('to', LENGTHS.to),
        message: json.maybeText('message', LENGTHS.message),
      };
    case 'request_approval':
      return {
        kind,
        steps: json.list('steps', MOST_APPROVAL_STEPS, readApprovalStep),
        message: json.maybeText('message', LENGTHS.message),
        field: json.maybeText('field', LENGTHS.field),
      };
    case 'add_to_campaign':
      return {
        kind,
        campaignId: json.text('campaignId', LENGTHS.field),
        person: json.maybeText('person', LENGTHS.field),
        status: json.maybeWord('status', LISTED_AS) ?? 'planned',
      };
    case 'send_webhook':
      return {
        kind,
        webhookId: readWebhook(json, names),
        message: json.maybeText('message', LENGTHS.message),
      };
  }
}

function readDefinition(
  kind: RuleKind,
  json: JsonReader,
  names: SetupNames,
): RuleDefinitions[RuleKind] {
  switch (kind) {
    case 'duplicate':
      return {
        fields: json.list('fields', MOST_MATCHED_FIELDS, (item) => ({
          field: item.text('field', LENGTHS.field),
          match: item.word('match', MATCHES),
        })),
        action: json.word('action', DUPLICATE_ACTIONS),
        among: json.maybeWord('among', DUPLICATES_AMONG) ?? 'seen',
      };
    case 'validation':
      return {
        formula: json.text('formula', MAX_FORMULA_LENGTH),
        message: json.text('message', LENGTHS.message),
        field: json.maybeText('field', LENGTHS.field),
        blankAs: json.maybeWord('blankAs', BLANKS) ?? 'zero',
      };
    case 'workflow':
      return {
        trigger: json.word('trigger', TRIGGERS),
        timing: json.maybeWord('timing', RULE_TIMINGS) ?? 'after_save',
        offset: json.maybeInteger('offset', -LONGEST_OFFSET.hours, LONGEST_OFFSET.hours),
        unit: json.maybeWord('unit', OFFSET_UNITS),
        field: json.maybeText('field', LENGTHS.field),
        condition: json.maybeText('condition', MAX_FORMULA_LENGTH),
        blankAs: json.maybeWord('blankAs', BLANKS) ?? 'zero',
        actions: json.list('actions', MOST_ACTIONS, (action) => readAction(action, names)),
      };
  }
}

/** A rule of the set-up document, or everything that is wrong with its shape. */
export function readSetupRule<K extends RuleKind>(
  kind: K,
  item: SetupItem,
  names: SetupNames,
): { readonly rule?: NewRule<K>; readonly errors: readonly FieldError[] } {
  const json = new JsonReader(item);
  const object = json.text('object', LENGTHS.field);
  const name = json.text('name', LENGTHS.name);
  const active = json.boolean('active', true);
  const position = json.maybeInteger('position', 0, LENGTHS.position);
  const definition = readDefinition(kind, json, names) as RuleDefinitions[K];
  json.end();
  if (json.errors.length > 0) return { errors: json.errors };
  return {
    rule: { object, name, active, ...(position !== null && { position }), definition },
    errors: [],
  };
}
