import { BLANKS, type BlankAs, MAX_FORMULA_LENGTH } from '@quittance/formula';
import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { FieldError, Instant } from '@quittance/kernel';
import {
  DUPLICATES_AMONG,
  DUPLICATE_ACTIONS,
  LENGTHS,
  MATCHES,
  MOST_MATCHED_FIELDS,
  RULE_STATES,
  type DuplicateAction,
  type DuplicatesAmong,
  type Match,
  type MatchedField,
  type RuleId,
  type RuleState,
  type RuleView,
} from '@quittance/rules/host';

const OPTIONAL = { optional: true } as const;
export const NAME = { max: LENGTHS.name };
export const OBJECT = {
  max: LENGTHS.field,
  description: 'API name of the object, built in or custom.',
  example: 'lead',
};
export const ACTIVE = { description: 'True unless said otherwise.' };
export const POSITION = {
  min: 0,
  max: LENGTHS.position,
  description: 'The rules of an object are asked in this order; last unless said otherwise.',
};
export const FORMULA = { max: MAX_FORMULA_LENGTH, example: 'amount > 0' };
export const FIELD = { max: LENGTHS.field, description: 'API name of a field.', example: 'email' };

export class NewRuleDto {
  @TextField(OBJECT) object: string;
  @TextField(NAME) name: string;
  @BooleanField({ ...ACTIVE, ...OPTIONAL }) active?: boolean;
  @IntegerField({ ...POSITION, ...OPTIONAL }) position?: number;
}

export class RulePatchDto {
  @TextField({ ...NAME, ...OPTIONAL }) name?: string;
  @BooleanField({ ...ACTIVE, ...OPTIONAL }) active?: boolean;
  @IntegerField({ ...POSITION, ...OPTIONAL }) position?: number;
}

export class RuleHeadDto {
  @IdField() id: RuleId;
  @TextField(OBJECT) object: string;
  @TextField(NAME) name: string;
  @BooleanField(ACTIVE) active: boolean;
  @IntegerField(POSITION) position: number;
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

/** Why a rule rests. */
export class RuleFaultDto implements FieldError {
  @TextField({ min: 0, max: 200, description: 'JSON Pointer into the rule; empty for the whole.' })
  pointer: string;
  @TextField({ max: 60 }) code: string;
  @TextField({ max: 1000 }) message: string;
}

export const FAULTS = {
  maxItems: 1000,
  description: 'Why the rule rests: what it names is gone by now. Empty for a rule that works.',
};

export class MatchedFieldDto implements MatchedField {
  @TextField(FIELD) field: string;

  @EnumField(MATCHES, {
    description:
      '`exact`: as it is stored. `normalised`: case and white space do not matter, of a phone ' +
      'number only the digits do. `company`: nor do punctuation and the legal form at the end.',
  })
  match: Match;
}

const FIELDS = {
  minItems: 1,
  maxItems: MOST_MATCHED_FIELDS,
  description: 'Records are the same where all of these have a value and match.',
};
const ACTION = {
  description:
    '`block` refuses the record and names the others (409 `duplicate_record`); `warn` saves it ' +
    'and names them in `warnings`.',
};

const AMONG = {
  description:
    '`seen` (unless said): duplicates are looked for among the records that whoever saves may ' +
    'see. `all`: among all, so that they are told that there is one also where they may not ' +
    'see it; that takes the right to view all of them.',
};

export class CreateDuplicateRuleDto extends NewRuleDto {
  @ListField(() => MatchedFieldDto, FIELDS) fields: MatchedFieldDto[];
  @EnumField(DUPLICATE_ACTIONS, ACTION) action: DuplicateAction;
  @EnumField(DUPLICATES_AMONG, { ...AMONG, ...OPTIONAL }) among?: DuplicatesAmong;
}

export class UpdateDuplicateRuleDto extends RulePatchDto {
  @ListField(() => MatchedFieldDto, { ...FIELDS, ...OPTIONAL }) fields?: MatchedFieldDto[];
  @EnumField(DUPLICATE_ACTIONS, { ...ACTION, ...OPTIONAL }) action?: DuplicateAction;
  @EnumField(DUPLICATES_AMONG, { ...AMONG, ...OPTIONAL }) among?: DuplicatesAmong;
}

export class DuplicateRuleDto extends RuleHeadDto implements RuleView<'duplicate'> {
  @ListField(() => MatchedFieldDto, FIELDS) fields: readonly MatchedFieldDto[];
  @EnumField(DUPLICATE_ACTIONS, ACTION) action: DuplicateAction;
  @EnumField(DUPLICATES_AMONG, AMONG) among: DuplicatesAmong;

  @EnumField(RULE_STATES, {
    ...OPTIONAL,
    description: '`building`: records that were there before are still being looked through.',
  })
  state?: RuleState;
}

export class JudgedDuplicateRuleDto extends DuplicateRuleDto {
  @ListField(() => RuleFaultDto, FAULTS) faults: readonly FieldError[];
}

const CONDITION = {
  ...FORMULA,
  description:
    'Must come to TRUE. A comparison with an empty value speaks against nothing; what cannot be ' +
    'worked out for another reason is not true.',
};
export const BLANK_AS = {
  description:
    'What an empty number is in `+ - * / ^ %`: `zero`, unless said otherwise, or `blank`.',
};
const MESSAGE = { max: LENGTHS.message, description: 'What is said where it is not true.' };
const ABOUT = { ...FIELD, description: 'The field that the message is about, if any.' };

export class CreateValidationRuleDto extends NewRuleDto {
  @TextField(CONDITION) formula: string;
  @TextField(MESSAGE) message: string;
  @TextField({ ...ABOUT, ...OPTIONAL, nullable: true }) field?: string | null;
  @EnumField(BLANKS, { ...BLANK_AS, ...OPTIONAL }) blankAs?: BlankAs;
}

export class UpdateValidationRuleDto extends RulePatchDto {
  @TextField({ ...CONDITION, ...OPTIONAL }) formula?: string;
  @TextField({ ...MESSAGE, ...OPTIONAL }) message?: string;
  @TextField({ ...ABOUT, ...OPTIONAL, nullable: true }) field?: string | null;
  @EnumField(BLANKS, { ...BLANK_AS, ...OPTIONAL }) blankAs?: BlankAs;
}

export class ValidationRuleDto extends RuleHeadDto implements RuleView<'validation'> {
  @TextField(CONDITION) formula: string;
  @TextField(MESSAGE) message: string;
  @TextField({ ...ABOUT, nullable: true }) field: string | null;
  @EnumField(BLANKS, BLANK_AS) blankAs: BlankAs;
}

export class JudgedValidationRuleDto extends ValidationRuleDto {
  @ListField(() => RuleFaultDto, FAULTS) faults: readonly FieldError[];
}
