import type { Id } from '@quittance/kernel';
import type { FieldType, FieldValue } from '@quittance/fields';

export type FormId = Id<'form'>;
export type SubmissionId = Id<'form-submission'>;

export const FORM_STATUSES = ['draft', 'published', 'archived'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** What can be asked of a person. */
export const FORM_FIELD_TYPES = [
  'text',
  'textarea',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'time',
  'email',
  'phone',
  'url',
  'picklist',
  'multi_select',
] as const satisfies readonly FieldType[];
export type FormFieldType = (typeof FORM_FIELD_TYPES)[number];

export interface FormField {
  /** Unique in the form. */
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly type: FormFieldType;
  readonly required: boolean;
  readonly default: FieldValue;
  /** Those of the custom fields of the type: lengths, bounds, pattern, options. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface FormSection {
  readonly title: string;
  readonly fields: readonly FormField[];
}

export const FORM_ACTIONS = [
  'show',
  'hide',
  'require',
  'optional',
  'set_value',
  'limit_options',
] as const;

/** What a rule does to a field while its condition holds. */
export interface FormAction {
  readonly action: (typeof FORM_ACTIONS)[number];
  readonly field: string;
  /** Of `set_value`; null empties the field. */
  readonly value: FieldValue;
  /** Codes, of `limit_options`. */
  readonly options: readonly string[] | null;
}

/** A filter tree over the fields of the form, or a formula that names them. */
export type FormCondition = Readonly<Record<string, unknown>> | string;

export interface FormRule {
  readonly when: FormCondition;
  readonly actions: readonly FormAction[];
}

/** The record that a submission makes. */
export interface FormMapping {
  /** API name. */
  readonly object: string;
  /** Field of the record → field of the form. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a form asks: what is frozen when it is published. */
export interface FormDefinition {
  readonly title: string;
  readonly description: string | null;
  readonly sections: readonly FormSection[];
  /** Each after those before it, on what they left. */
  readonly rules: readonly FormRule[];
  readonly mapping: FormMapping | null;
}

export const MOST_FORM_SECTIONS = 20;
export const MOST_FORM_FIELDS = 100;
export const MOST_FORM_RULES = 50;
export const MOST_RULE_ACTIONS = 20;

export function formFields({ sections }: Pick<FormDefinition, 'sections'>): readonly FormField[] {
  return sections.flatMap(({ fields }) => fields);
}

/** What may be done in which state; everything else is refused. */
export const FORM_MOVES = {
  edit: ['draft', 'published'],
  publish: ['draft', 'published'],
  archive: ['draft', 'published'],
  restore: ['archived'],
  submit: ['published'],
} as const satisfies Readonly<Record<string, readonly FormStatus[]>>;
export type FormMove = keyof typeof FORM_MOVES;

export function mayMove(move: FormMove, status: FormStatus): boolean {
  return (FORM_MOVES[move] as readonly FormStatus[]).includes(status);
}
