import { blanksAs, type BlankAs } from '@quittance/formula';
import type { Id, Instant, UserId } from '@quittance/kernel';

export type RuleId = Id<'rule'>;

/**
 * `duplicate` says which records are the same · `validation` what must be true of one · `workflow`
 * what happens when one is made or changed.
 */
export const RULE_KINDS = ['duplicate', 'validation', 'workflow'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Rules of one kind that an object has at most. */
export const MOST_RULES = 50;

/**
 * `exact` as it is stored · `normalised` by the type of the field · `company` without its legal
 * form.
 */
export const MATCHES = ['exact', 'normalised', 'company'] as const;
export type Match = (typeof MATCHES)[number];

export interface MatchedField {
  readonly field: string;
  readonly match: Match;
}

/** `block` refuses the record · `warn` saves it and tells of the others. */
export const DUPLICATE_ACTIONS = ['block', 'warn'] as const;
export type DuplicateAction = (typeof DUPLICATE_ACTIONS)[number];

/**
 * Among which records duplicates are looked for: `seen` those that whoever saves may see · `all`
 * every one, which tells that there is one also where it may not be seen.
 */
export const DUPLICATES_AMONG = ['seen', 'all'] as const;
export type DuplicatesAmong = (typeof DUPLICATES_AMONG)[number];

/** Records are the same where all of these fields have a value and it matches. */
export interface DuplicateDefinition {
  readonly fields: readonly MatchedField[];
  readonly action: DuplicateAction;
  /** Absent in rules of before it could be said: `seen`. */
  readonly among?: DuplicatesAmong;
}

/** What formulas of a rule do with what is empty; absent in rules of before: `zero`. */
export interface WithBlanks {
  readonly blankAs?: BlankAs;
}

/**
 * The formula must come to TRUE, or be left open by something that is empty; what cannot be worked
 * out for another reason is not true.
 */
export interface ValidationDefinition extends WithBlanks {
  readonly formula: string;
  readonly message: string;
  /** The field that the message is about; null for the record as a whole. */
  readonly field: string | null;
}

/**
 * `save` is either of the first two · `change` an update that changes the field · `date` a time
 * before or after what a date field says.
 */
export const TRIGGERS = ['create', 'update', 'save', 'change', 'date'] as const;
export type Trigger = (typeof TRIGGERS)[number];

export const OFFSET_UNITS = ['days', 'hours'] as const;
export type OffsetUnit = (typeof OFFSET_UNITS)[number];
/** Ten years. */
export const LONGEST_OFFSET: Readonly<Record<OffsetUnit, number>> = { days: 3_650, hours: 87_600 };

/**
 * When a rule runs: `before_save` while the record is being written, in its own transaction, and
 * only to set fields of it · `after_save` once that has happened.
 */
export const RULE_TIMINGS = ['before_save', 'after_save'] as const;
export type RuleTiming = (typeof RULE_TIMINGS)[number];

export const ACTION_KINDS = [
  'set_field',
  'create_task',
  'send_email',
  'send_webhook',
  'set_related',
  'create_record',
  'request_approval',
  'add_to_campaign',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** The e-mail of a rule that names no template. */
export const RECORD_NOTICE = 'RECORD_NOTICE';

export interface SetField {
  readonly kind: 'set_field';
  readonly field: string;
  /** What it is set to, as a formula over the record. */
  readonly formula: string;
}

export interface CreateTask {
  readonly kind: 'create_task';
  readonly subject: string;
  readonly description: string | null;
  /** Days from the day on which the rule runs; null for no due date. */
  readonly dueInDays: number | null;
  /** Null for the owner of the record. */
  readonly ownerId: UserId | null;
}

export interface SendEmail {
  readonly kind: 'send_email';
  /** Code of a template of the company. */
  readonly template: string;
  /**
   * A field of the record that holds an address, `owner`, the address of somebody who works here,
   * or `role:` and the name of a role.
   */
  readonly to: string;
  /** Shown by templates that say so, as that of RECORD_NOTICE. */
  readonly message: string | null;
}

export interface SendWebhook {
  readonly kind: 'send_webhook';
  /** The endpoint, whatever it is subscribed to; null while the rule rests that lacks it. */
  readonly webhookId: string | null;
  /** Beside the record; absent in rules of before: null. */
  readonly message?: string | null;
}

/** Sets a field of the record that a lookup leads to, or of those that point at this one. */
export interface SetRelated {
  readonly kind: 'set_related';
  /** `accountId`, a lookup of the record; or `contact.accountId`, one of another object. */
  readonly relation: string;
  readonly field: string;
  /** What it is set to, as a formula over the record of the rule. */
  readonly formula: string;
}

export interface FieldFormula {
  readonly field: string;
  readonly formula: string;
}

export interface CreateRecord {
  readonly kind: 'create_record';
  readonly object: string;
  /** What it has, as formulas over the record of the rule. */
  readonly values: readonly FieldFormula[];
}

/** How many of those who are asked must approve: whoever comes first, or every one of them. */
export const DECIDED_BY = ['any', 'all'] as const;
export type DecidedBy = (typeof DECIDED_BY)[number];

/**
 * What becomes of a step that nobody has decided in time: it `stay`s with those who are asked, is
 * `reject`ed, or goes to somebody else.
 */
export const WHEN_OVERDUE = ['stay', 'reject', 'escalate'] as const;
export type Overdue = (typeof WHEN_OVERDUE)[number];

/** Who is asked next, and until when; what is not said is absent. */
export interface ApprovalStep {
  /**
   * `owner`, `owner.manager`, `requester.manager`, the address of a user, or `role:` and the name
   * of a role.
   */
  readonly approver: string;
  /** Who is asked beside them. */
  readonly others?: readonly string[];
  /** Absent: `any`. */
  readonly decidedBy?: DecidedBy;
  /** How long they have, in units; days end with the day where the company is. */
  readonly within?: number;
  readonly unit?: OffsetUnit;
  /** So many units before it is due they are reminded. */
  readonly remindBefore?: number;
  /** Absent: `stay`. */
  readonly overdue?: Overdue;
  /** Who is asked in their place then, in the words of an approver. */
  readonly escalateTo?: string;
}

/** Sends the record for approval: it is locked until every step is approved, or one is not. */
export interface RequestApproval {
  readonly kind: 'request_approval';
  /** One after the other. */
  readonly steps: readonly ApprovalStep[];
  readonly message: string | null;
  /** A text of the record that is set to the status of the approval; null for none. */
  readonly field: string | null;
}

/** What somebody may be on the list of a campaign by a rule; conversion is brought about otherwise. */
export const LISTED_AS = ['planned', 'sent', 'responded', 'unsubscribed'] as const;
export type ListedAs = (typeof LISTED_AS)[number];

/** Puts a lead or a contact on the list of a campaign; who is on it stays as they are. */
export interface AddToCampaign {
  readonly kind: 'add_to_campaign';
  readonly campaignId: string;
  /** A lookup of the record that leads to the lead or contact; null for the record itself. */
  readonly person: string | null;
  readonly status: ListedAs;
}

export type WorkflowAction =
  | SetField
  | CreateTask
  | SendEmail
  | SendWebhook
  | SetRelated
  | CreateRecord
  | RequestApproval
  | AddToCampaign;

export interface WorkflowDefinition extends WithBlanks {
  /** Absent in rules of before it could be said: `after_save`. */
  readonly timing?: RuleTiming;
  readonly trigger: Trigger;
  /** The field of the triggers `change` and `date`. */
  readonly field: string | null;
  /** How far from the field the trigger `date` is; before it where below zero. */
  readonly offset?: number | null;
  /** What the offset counts. */
  readonly unit?: OffsetUnit | null;
  /** Run only where this formula comes to TRUE; null: always. */
  readonly condition: string | null;
  readonly actions: readonly WorkflowAction[];
}

/** Whether a rule sends records for approval. */
export function asksApproval({ actions }: WorkflowDefinition): boolean {
  return actions.some(({ kind }) => kind === 'request_approval');
}

export interface RuleDefinitions {
  readonly duplicate: DuplicateDefinition;
  readonly validation: ValidationDefinition;
  readonly workflow: WorkflowDefinition;
}

/** `building`: the keys of records that were there before are still being gathered. */
export const RULE_STATES = ['ready', 'building'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** What every rule has, whatever its kind. */
export interface RuleHead {
  /** API name of the object that it is about. */
  readonly object: string;
  readonly name: string;
  readonly active: boolean;
  /** Rules of an object are asked in this order. */
  readonly position: number;
}

export interface Rule<K extends RuleKind = RuleKind> extends RuleHead {
  readonly id: RuleId;
  readonly version: number;
  readonly kind: K;
  readonly definition: RuleDefinitions[K];
  readonly state: RuleState;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function isOfKind<K extends RuleKind>(rule: Rule, kind: K): rule is Rule<K> {
  return rule.kind === kind;
}

/** A rule as the API shows it: its definition beside its head. */
export type RuleView<K extends RuleKind> = Omit<Rule<K>, 'kind' | 'definition' | 'state'> &
  RuleDefinitions[K] & { readonly state?: RuleState };

export function ruleView<K extends RuleKind>(rule: Rule<K>): RuleView<K> {
  const { definition, kind, state, ...head } = rule;
  return { ...head, ...completeDefinition(definition), ...(kind === 'duplicate' && { state }) };
}

/** A definition with what rules of before could not say. */
export function completeDefinition<K extends RuleKind>(
  definition: RuleDefinitions[K],
): RuleDefinitions[K] {
  if ('action' in definition) return { among: 'seen', ...definition };
  if ('actions' in definition) {
    return { timing: 'after_save', offset: null, unit: null, blankAs: 'zero', ...definition };
  }
  return { blankAs: 'zero', ...definition };
}

/** What the formulas of a rule are evaluated with beside the record. */
export function ruleBlanks({ blankAs }: WithBlanks): ReturnType<typeof blanksAs> {
  return blanksAs(blankAs);
}
