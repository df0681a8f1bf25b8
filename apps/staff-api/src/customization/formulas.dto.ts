import { ApiProperty } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
  TextsField,
  ValueField,
} from '@quittance/http/host';
import { BLANKS, type BlankAs } from '@quittance/formula';
import type { FieldValue } from '@quittance/fields';
import type { FormulaAnswer, FormulaQuestion } from '@quittance/objects/host';

const TYPES = ['text', 'number', 'boolean', 'date', 'datetime', 'time', 'any-null'] as const;

export class CheckFormulaDto implements FormulaQuestion {
  @TextField({ max: 100, description: 'API name of the object.', example: 'deal' })
  object: string;

  @TextField({
    max: 1_000_000,
    min: 0,
    description: 'The formula; those beyond 4,000 characters are told to be too long.',
    example: 'IF(amount > 1000, "large", "small")',
  })
  expression: string;

  @EnumField(BLANKS, {
    optional: true,
    description:
      'What an empty number is in `+ - * / ^ %`: `zero`, unless said otherwise, or `blank`.',
  })
  blankAs?: BlankAs;

  @JsonField({
    optional: true,
    nullable: true,
    description:
      'A record to evaluate it on: members by field name, and `id` of a stored record beneath ' +
      'them; an object beneath a lookup stands for what it points at.',
  })
  sample?: Record<string, unknown> | null;
}

class FormulaPositionDto {
  @IntegerField({ description: 'In UTF-16 units, from 0.' }) offset: number;
  @IntegerField({ description: 'From 1.' }) line: number;
  @IntegerField({ description: 'From 1.' }) column: number;
}

class FormulaFaultDto {
  @TextField({ max: 60 }) code: string;
  @TextField({ max: 1000 }) message: string;
  @ObjectField(() => FormulaPositionDto) position: FormulaPositionDto;
}

export class FormulaAnswerDto {
  @BooleanField() valid: boolean;
  @EnumField(TYPES, { nullable: true }) type: (typeof TYPES)[number] | null;
  @ListField(() => FormulaFaultDto, { maxItems: 50 }) errors: FormulaFaultDto[];
  @TextsField({ max: 200, maxItems: 500, description: 'The fields that it names.' })
  fields: string[];
  @BooleanField({ description: 'Its value changes with time.' }) usesClock: boolean;
  @ValueField({ nullable: true, description: 'On the sample; decimals as text.' })
  value: FieldValue;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Every part with its value, its operands, and why it is empty where it is.',
  })
  trace: FormulaAnswer['trace'];
}
