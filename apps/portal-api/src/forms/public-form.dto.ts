import type {
  FillableForm,
  FormCondition,
  FormRule,
  FormSection,
  SubmissionView,
} from '@quittance/customization/host';
import { MAX_FORMULA_LENGTH } from '@quittance/formula';
import {
  BooleanField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  JsonOrTextField,
  ListField,
  TextField,
  ValueField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { ApiProperty } from '@nestjs/swagger';

const WORDS = { max: 4000, nullable: true };

export class PublicFormFieldDto {
  @TextField({ max: 60 })
  name: string;

  @TextField({ max: 200 })
  label: string;

  @TextField(WORDS)
  help: string | null;

  @TextField({ max: 50 })
  type: string;

  @BooleanField()
  required: boolean;

  @ValueField({ nullable: true, description: 'What stands where nothing is filled in.' })
  default: unknown;

  @JsonField({ description: 'Lengths, bounds, and the options there are, those of a master too.' })
  settings: Record<string, unknown>;
}

export class PublicFormSectionDto {
  @TextField({ max: 200 })
  title: string;

  @ListField(() => PublicFormFieldDto, { maxItems: 100 })
  fields: PublicFormFieldDto[];
}

export class PublicFormRuleDto {
  @JsonOrTextField({
    max: MAX_FORMULA_LENGTH,
    description: 'A filter tree over the fields of the form, or a formula that names them.',
    example: { field: 'again', op: 'eq', value: 'no' },
  })
  when: FormCondition;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'What becomes of fields while it holds: show, hide, require, optional, and so on.',
  })
  actions: unknown[];
}

/** A form as anybody with its link sees it. */
export class PublicFormDto implements Omit<FillableForm, 'id'> {
  @TextField({ max: 200 })
  title: string;

  @TextField(WORDS)
  description: string | null;

  @IntegerField()
  formVersion: number;

  @ListField(() => PublicFormSectionDto, { maxItems: 20 })
  sections: readonly FormSection[];

  @ListField(() => PublicFormRuleDto, { maxItems: 50 })
  rules: readonly FormRule[];
}

export class FillPublicFormDto {
  @JsonField({ description: 'Field of the form → what was filled in.' })
  values: Record<string, unknown>;
}

/** That a form was taken; nothing of the company's own. */
export class PublicSubmissionDto implements Pick<
  SubmissionView,
  'id' | 'formVersion' | 'submittedAt'
> {
  @IdField()
  id: SubmissionView['id'];

  @IntegerField()
  formVersion: number;

  @InstantField()
  submittedAt: Instant;
}
