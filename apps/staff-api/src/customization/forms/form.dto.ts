import {
  FORM_ACTIONS,
  FORM_FIELD_TYPES,
  FORM_STATUSES,
  MOST_FORM_FIELDS,
  MOST_FORM_RULES,
  MOST_FORM_SECTIONS,
  MOST_RULE_ACTIONS,
  submissionNoun,
  type FillableForm,
  type FormAction,
  type FormCondition,
  type FormField,
  type FormFieldType,
  type FormId,
  type FormLink,
  type FormMapping,
  type FormRule,
  type FormSection,
  type FormStatus,
  type FormView,
} from '@quittance/customization/host';
import { MAX_FORMULA_LENGTH } from '@quittance/formula';
import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  JsonOrTextField,
  ListField,
  ObjectField,
  TextField,
  TextsField,
  ValueField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { FieldValue } from '@quittance/fields';
import { nounDto } from '../../objects/noun-dtos.js';

const NAME = { max: 100 };
const TITLE = { max: 200 };
const WORDS = { max: 4000 };
const CLEARABLE = { optional: true, nullable: true };

export class FormFieldDto {
  @TextField({ max: 60, description: 'Unique in the form: letters, digits, _ and -.' })
  name: string;

  @TextField(TITLE)
  label: string;

  @TextField({ ...WORDS, ...CLEARABLE })
  help?: string | null;

  @EnumField(FORM_FIELD_TYPES)
  type: FormFieldType;

  @BooleanField({ optional: true })
  required?: boolean;

  @ValueField({ ...CLEARABLE, description: 'What stands where nothing is filled in.' })
  default?: FieldValue;

  @JsonField({ optional: true, description: 'Settings of the type, as custom fields have them.' })
  settings?: Record<string, unknown>;
}

export class FormSectionDto {
  @TextField(TITLE)
  title: string;

  @ListField(() => FormFieldDto, { maxItems: MOST_FORM_FIELDS })
  fields: FormFieldDto[];
}

export class FormActionDto {
  @EnumField(FORM_ACTIONS)
  action: FormAction['action'];

  @TextField({ max: 60 })
  field: string;

  @ValueField({ ...CLEARABLE, description: 'Of `set_value`; null empties the field.' })
  value?: FieldValue;

  @TextsField({ ...CLEARABLE, maxItems: 500, max: 100, description: 'Of `limit_options`.' })
  options?: string[] | null;
}

export class FormRuleDto {
  @JsonOrTextField({
    max: MAX_FORMULA_LENGTH,
    description: 'A filter tree over the fields of the form, or a formula that names them.',
    example: { field: 'again', op: 'eq', value: 'no' },
  })
  when: FormCondition;

  @ListField(() => FormActionDto, { minItems: 1, maxItems: MOST_RULE_ACTIONS })
  actions: FormActionDto[];
}

export class FormMappingDto implements FormMapping {
  @TextField({ max: 100, description: 'API name of the object whose record a submission makes.' })
  object: string;

  @JsonField({ description: 'Field of the record → field of the form.' })
  fields: Record<string, string>;
}

export class CreateFormDto {
  @TextField(NAME)
  name: string;

  @TextField({ ...TITLE, optional: true, description: 'The name when it is left out.' })
  title?: string;

  @TextField({ ...WORDS, ...CLEARABLE })
  description?: string | null;

  @ListField(() => FormSectionDto, { minItems: 1, maxItems: MOST_FORM_SECTIONS })
  sections: FormSectionDto[];

  @ListField(() => FormRuleDto, { maxItems: MOST_FORM_RULES, optional: true })
  rules?: FormRuleDto[];

  @ObjectField(() => FormMappingDto, CLEARABLE)
  mapping?: FormMappingDto | null;
}

export class UpdateFormDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField({ ...TITLE, optional: true })
  title?: string;

  @TextField({ ...WORDS, ...CLEARABLE })
  description?: string | null;

  @ListField(() => FormSectionDto, { minItems: 1, maxItems: MOST_FORM_SECTIONS, optional: true })
  sections?: FormSectionDto[];

  @ListField(() => FormRuleDto, { maxItems: MOST_FORM_RULES, optional: true })
  rules?: FormRuleDto[];

  @ObjectField(() => FormMappingDto, CLEARABLE)
  mapping?: FormMappingDto | null;
}

export class FormDto implements FormView {
  @IdField()
  id: FormId;

  @TextField(NAME)
  name: string;

  @EnumField(FORM_STATUSES)
  status: FormStatus;

  @TextField(TITLE)
  title: string;

  @TextField({ ...WORDS, nullable: true })
  description: string | null;

  @ListField(() => FormSectionDto, { maxItems: MOST_FORM_SECTIONS })
  sections: FormSection[];

  @ListField(() => FormRuleDto, { maxItems: MOST_FORM_RULES })
  rules: FormRule[];

  @ObjectField(() => FormMappingDto, { nullable: true })
  mapping: FormMappingDto | null;

  @IntegerField({ description: 'What submissions are filled against; 0 before the first.' })
  publishedVersion: number;

  @BooleanField({ description: 'The draft differs from what is published.' })
  unpublishedChanges: boolean;

  @BooleanField({ description: 'Anybody with the link may fill it in.' })
  publicLink: boolean;

  @IntegerField()
  version: number;

  @InstantField()
  createdAt: Instant;

  @InstantField()
  updatedAt: Instant;
}

export class FormLinkDto implements FormLink {
  @TextField({ max: 100, description: 'Of `/forms/{token}` on the portal host. Shown once.' })
  token: string;

  @TextField({
    max: 2000,
    description: 'Where the form is read; filled in below it, at `/submissions`.',
  })
  url: string;
}

export class FillableFormDto implements FillableForm {
  @IdField()
  id: FormId;

  @TextField(TITLE)
  title: string;

  @TextField({ ...WORDS, nullable: true })
  description: string | null;

  @IntegerField({ description: 'What a submission records.' })
  formVersion: number;

  @ListField(() => FormSectionDto, { maxItems: MOST_FORM_SECTIONS })
  sections: FormSection[];

  @ListField(() => FormRuleDto, { maxItems: MOST_FORM_RULES })
  rules: FormRule[];
}

export class SubmitFormDto {
  @JsonField({ description: 'Field of the form → what was filled in.' })
  values: Record<string, unknown>;
}

export const SubmissionDto = nounDto(submissionNoun, 'SubmissionDto');

/** What a body leaves out, filled in. */
export function sectionsOf(sections: readonly FormSectionDto[]): readonly FormSection[] {
  return sections.map(({ title, fields }) => ({ title, fields: fields.map(fieldOf) }));
}

function fieldOf(field: FormFieldDto): FormField {
  const { name, label, type, help = null, required = false, settings = {} } = field;
  return { name, label, type, help, required, default: field.default ?? null, settings };
}

export function formRulesOf(rules: readonly FormRuleDto[]): readonly FormRule[] {
  return rules.map(({ when, actions }) => ({
    when,
    actions: actions.map(({ action, field, value = null, options = null }) => {
      return { action, field, value, options };
    }),
  }));
}
