import { BLANKS, type BlankAs } from '@quittance/formula';
import {
  BooleanField,
  EnumField,
  HeadBody,
  IdField,
  IntegerField,
  JsonField,
  ListField,
  TextField,
  TextsField,
  UnionBy,
} from '@quittance/http/host';
import type { FieldValues } from '@quittance/fields';
import type { FieldError, UserId } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import {
  ACTION_KINDS,
  ACTION_MEMBERS,
  DECIDED_BY,
  type DecidedBy,
  LONGEST_STEP,
  MOST_OTHERS,
  type Overdue,
  WHEN_OVERDUE,
  type ApprovalStepInput,
  type FieldFormula,
  LENGTHS,
  LISTED_AS,
  type ListedAs,
  LONGEST_OFFSET,
  MOST_ACTIONS,
  MOST_RECORD_VALUES,
  MOST_APPROVAL_STEPS,
  OFFSET_UNITS,
  type OffsetUnit,
  type RuleTiming,
  RULE_TIMINGS,
  TRIGGERS,
  type ActionInput,
  type ActionKind,
  type RunDetails,
  type Trigger,
  workflowRunNoun,
  type WorkflowSample,
  type WorkflowTrial,
} from '@quittance/rules/host';
import {
  BLANK_AS,
  FAULTS,
  FIELD,
  FORMULA,
  NewRuleDto,
  RuleFaultDto,
  RuleHeadDto,
  RulePatchDto,
} from './rule.dto.js';

const OPTIONAL = { optional: true } as const;
const NULLABLE = { optional: true, nullable: true } as const;

const FIELD_OF_ACTION =
  '`set_field`, `set_related`: the field. `request_approval`: a text that shows its status.';
const MERGED =
  'Shows values of the record: `{{ name }}`, `{{ account.name }}`, `{{ amount * 2 }}`.';

export class FieldFormulaDto implements FieldFormula {
  @TextField(FIELD) field: string;
  @TextField(FORMULA) formula: string;
}

const APPROVER =
  '`owner`, `owner.manager` (whom the owner reports to), `requester.manager` (whom whoever has ' +
  'caused it reports to), the address of somebody who works here, or `role:` and its name.';

export class ApprovalStepDto implements ApprovalStepInput {
  @TextField({ max: LENGTHS.to, description: APPROVER, example: 'role:Sales managers' })
  approver: string;

  @TextsField({
    ...NULLABLE,
    max: LENGTHS.to,
    minItems: 1,
    maxItems: MOST_OTHERS,
    description: 'Who is asked beside the `approver`, in the same words.',
  })
  others?: readonly string[] | null;

  @EnumField(DECIDED_BY, {
    ...NULLABLE,
    description:
      '`any` (unless said): whoever comes first approves for all. `all`: every one of those ' +
      'asked; a rejection of one is one of the step.',
  })
  decidedBy?: DecidedBy | null;

  @IntegerField({
    ...NULLABLE,
    min: 1,
    max: LONGEST_STEP.hours,
    description: 'How many of its `unit` they have; days end where the company is.',
  })
  within?: number | null;

  @EnumField(OFFSET_UNITS, NULLABLE) unit?: OffsetUnit | null;

  @IntegerField({
    ...NULLABLE,
    min: 1,
    max: LONGEST_STEP.hours,
    description: 'So many of its `unit` before the time is over they are reminded.',
  })
  remindBefore?: number | null;

  @EnumField(WHEN_OVERDUE, {
    ...NULLABLE,
    description:
      'Once the time is over: `stay` (unless said) with them, `reject`, or `escalate` to others.',
  })
  overdue?: Overdue | null;

  @TextField({
    ...NULLABLE,
    max: LENGTHS.to,
    description: '`escalate`: who is asked then, any of whom decides; words of an `approver`.',
  })
  escalateTo?: string | null;
}

/** The members of all kinds of actions; those that do not go with its kind are refused. */
@UnionBy('kind', ACTION_MEMBERS)
export class WorkflowActionDto implements ActionInput {
  @EnumField(ACTION_KINDS) kind: ActionKind;

  @TextField({ ...FIELD, ...NULLABLE, description: FIELD_OF_ACTION })
  field?: string | null;

  @TextField({
    ...FORMULA,
    ...OPTIONAL,
    description: '`set_field`, `set_related`: what it is set to.',
  })
  formula?: string;

  @TextField({
    max: LENGTHS.subject,
    ...OPTIONAL,
    description: `\`create_task\`: its subject. ${MERGED}`,
  })
  subject?: string;

  @TextField({ max: LENGTHS.description, ...NULLABLE, description: `\`create_task\`. ${MERGED}` })
  description?: string | null;

  @IntegerField({
    min: 0,
    max: LENGTHS.dueInDays,
    ...NULLABLE,
    description: '`create_task`: days from the day on which the rule runs.',
  })
  dueInDays?: number | null;

  @IdField({ ...NULLABLE, description: '`create_task`: the owner of the record unless said.' })
  ownerId?: UserId | null;

  @TextField({
    max: LENGTHS.template,
    ...OPTIONAL,
    description: '`send_email`: code of an e-mail template; RECORD_NOTICE unless said.',
    example: 'RECORD_NOTICE',
  })
  template?: string;

  @TextField({
    max: LENGTHS.to,
    ...OPTIONAL,
    description:
      '`send_email`: the field of the record that holds an address, `owner`, the address of ' +
      'somebody who works here, or `role:` and the name of a role.',
  })
  to?: string;

  @TextField({
    max: LENGTHS.message,
    ...NULLABLE,
    description:
      '`send_email`: what it says; RECORD_NOTICE needs it. `request_approval`: what those asked ' +
      `are told. \`send_webhook\`: what is sent beside the record. ${MERGED}`,
  })
  message?: string | null;

  @IdField({
    ...NULLABLE,
    description:
      '`send_webhook`: the webhook, whatever it is subscribed to; null in a rule that a set-up ' +
      'brought in, until it is told.',
  })
  webhookId?: string | null;

  @TextField({
    max: LENGTHS.relation,
    ...OPTIONAL,
    description:
      '`set_related`: a lookup of the record (`accountId`), or of another object, whose records ' +
      'point at this one (`contact.accountId`).',
    example: 'accountId',
  })
  relation?: string;

  @TextField({
    max: LENGTHS.field,
    ...OPTIONAL,
    description: '`create_record`: API name of its object.',
    example: 'activity',
  })
  object?: string;

  @ListField(() => FieldFormulaDto, {
    ...OPTIONAL,
    minItems: 1,
    maxItems: MOST_RECORD_VALUES,
    description: '`create_record`: what it has, as formulas over the record of the rule.',
  })
  values?: readonly FieldFormula[];

  @ListField(() => ApprovalStepDto, {
    ...OPTIONAL,
    minItems: 1,
    maxItems: MOST_APPROVAL_STEPS,
    description: '`request_approval`: who is asked, one step after the other.',
  })
  steps?: readonly ApprovalStepDto[];

  @IdField({ ...OPTIONAL, description: '`add_to_campaign`: the campaign that they are put on.' })
  campaignId?: string;

  @TextField({
    max: LENGTHS.field,
    ...NULLABLE,
    description:
      '`add_to_campaign`: a lookup of the record that leads to the lead or contact; null for the ' +
      'record itself.',
    example: 'contactId',
  })
  person?: string | null;

  @EnumField(LISTED_AS, {
    ...OPTIONAL,
    description: '`add_to_campaign`: `planned` unless said; who is on it stays as they are.',
  })
  status?: ListedAs;
}

const TRIGGER = {
  description:
    'When a record is made, changed, either of them (`save`), its `field` changes (`change`), or ' +
    'a time before or after what its `field` says has come (`date`).',
};
const TIMING = {
  description:
    '`after_save` (unless said): once the record is saved, within seconds. `before_save`: while ' +
    'it is being written, in its transaction; fields of it are set, and judged with the rest.',
};
const CHANGED = { ...FIELD, description: 'The field of the triggers `change` and `date`.' };
const OFFSET = {
  min: -LONGEST_OFFSET.hours,
  max: LONGEST_OFFSET.hours,
  description: 'How far behind the field the trigger `date` is; before it where below zero.',
};
const UNIT = {
  description: 'What the offset counts; a date begins with its day where the company is.',
};
const CONDITION = { ...FORMULA, description: 'The rule runs where it comes to TRUE, or always.' };
const ACTIONS = {
  minItems: 1,
  maxItems: MOST_ACTIONS,
  description: 'Carried out in their order, fields first: all of them or none.',
};

export class CreateWorkflowDto extends NewRuleDto {
  @EnumField(TRIGGERS, TRIGGER) trigger: Trigger;
  @EnumField(RULE_TIMINGS, { ...TIMING, ...OPTIONAL }) timing?: RuleTiming;
  @TextField({ ...CHANGED, ...NULLABLE }) field?: string | null;
  @IntegerField({ ...OFFSET, ...NULLABLE }) offset?: number | null;
  @EnumField(OFFSET_UNITS, { ...UNIT, ...NULLABLE }) unit?: OffsetUnit | null;
  @TextField({ ...CONDITION, ...NULLABLE }) condition?: string | null;
  @EnumField(BLANKS, { ...BLANK_AS, ...OPTIONAL }) blankAs?: BlankAs;
  @ListField(() => WorkflowActionDto, ACTIONS) actions: WorkflowActionDto[];
}

export class UpdateWorkflowDto extends RulePatchDto {
  @EnumField(TRIGGERS, { ...TRIGGER, ...OPTIONAL }) trigger?: Trigger;
  @EnumField(RULE_TIMINGS, { ...TIMING, ...OPTIONAL }) timing?: RuleTiming;
  @TextField({ ...CHANGED, ...NULLABLE }) field?: string | null;
  @IntegerField({ ...OFFSET, ...NULLABLE }) offset?: number | null;
  @EnumField(OFFSET_UNITS, { ...UNIT, ...NULLABLE }) unit?: OffsetUnit | null;
  @TextField({ ...CONDITION, ...NULLABLE }) condition?: string | null;
  @EnumField(BLANKS, { ...BLANK_AS, ...OPTIONAL }) blankAs?: BlankAs;
  @ListField(() => WorkflowActionDto, { ...ACTIONS, ...OPTIONAL }) actions?: WorkflowActionDto[];
}

export class WorkflowDto extends RuleHeadDto {
  @EnumField(TRIGGERS, TRIGGER) trigger: Trigger;
  @EnumField(RULE_TIMINGS, TIMING) timing: RuleTiming;
  @TextField({ ...CHANGED, nullable: true }) field: string | null;
  @IntegerField({ ...OFFSET, nullable: true }) offset: number | null;
  @EnumField(OFFSET_UNITS, { ...UNIT, nullable: true }) unit: OffsetUnit | null;
  @TextField({ ...CONDITION, nullable: true }) condition: string | null;
  @EnumField(BLANKS, BLANK_AS) blankAs: BlankAs;
  @ListField(() => WorkflowActionDto, ACTIONS) actions: readonly WorkflowActionDto[];
}

export class JudgedWorkflowDto extends WorkflowDto {
  @ListField(() => RuleFaultDto, FAULTS) faults: readonly FieldError[];
}

export class WorkflowRunDto extends HeadBody(workflowRunNoun, {}) {}

export class WorkflowSampleDto implements WorkflowSample {
  @IdField({ description: 'The record that it is tried on.' }) recordId: RecordId;

  @BooleanField({ ...OPTIONAL, description: 'As if the record had just been made.' })
  isNew?: boolean;

  @JsonField({
    ...OPTIONAL,
    description: 'What members were before the change that it is tried with.',
  })
  before?: FieldValues;
}

const TRIED = ['done', 'failed', 'too_deep', 'not_due'] as const;

export class WorkflowTrialDto implements WorkflowTrial {
  @EnumField(TRIED, { description: '`not_due`: its condition does not hold.' })
  outcome: (typeof TRIED)[number];

  @TextField({ max: 100, nullable: true, description: 'A problem code.' }) error: string | null;
  @TextField({ max: 500, nullable: true }) message: string | null;
  @JsonField({ description: 'What it has `read` and would have `wrote`.' }) details: RunDetails;
}
