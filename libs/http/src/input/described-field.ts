import type { RowMember, RowUse } from '@quittance/rows';
import { IdsField, JsonField, TextsField } from './nested-fields.js';
import { AmountField, DecimalField, IntegerField } from './number-fields.js';
import {
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  TextField,
} from './text-fields.js';

/** A member of a body as the description of its row has it. */
export function DescribedField(member: RowMember, use: RowUse): PropertyDecorator {
  const { type, settings, required, given, help, createOnly, example } = member;
  const { maxLength = 0, scale = 0, min, max, pattern, options: choices, master } = settings;
  // What is said of a member that never changes is said to whoever makes the record.
  const description = (use === 'create' || !createOnly ? help : null) ?? undefined;
  const optional = use === 'update' || (use === 'create' && given === 'optional');
  const options = { optional, nullable: !required, description, example };
  switch (type) {
    case 'text':
    case 'textarea':
      return TextField({ ...options, max: maxLength, pattern: wholeOf(pattern) });
    case 'picklist':
      if (master === 'currency') return CurrencyField(options);
      return EnumField(
        (choices ?? []).map(({ code }) => code),
        options,
      );
    case 'boolean':
      return BooleanField(options);
    case 'integer':
      return IntegerField({ ...options, min: numberOf(min), max: numberOf(max) });
    case 'number':
    case 'percent':
      return DecimalField({ ...options, scale, min, max });
    case 'currency':
      return AmountField(options);
    case 'date':
      return DateField(options);
    case 'datetime':
      return InstantField(options);
    case 'lookup':
      return IdField(options);
    case 'json':
      return settings.schema === undefined ? JsonField(options) : listField(member, options);
    default:
      throw new Error(`A body has no members of type ${type} as yet`);
  }
}

const wholeOf = (pattern: string | undefined) =>
  pattern === undefined ? undefined : new RegExp(`^${pattern}$`);
const numberOf = (limit: string | undefined) => (limit === undefined ? undefined : Number(limit));

interface ListSchema {
  readonly items?: { readonly format?: string; readonly maxLength?: number };
  readonly maxItems?: number;
}

function listField({ name, settings }: RowMember, options: object): PropertyDecorator {
  const { items, maxItems } = (settings.schema ?? {}) as ListSchema;
  if (!items || !maxItems) throw new Error(`${name} is no list: say how it is shown`);
  if (items.format === 'uuid') return IdsField({ ...options, maxItems });
  return TextsField({ ...options, max: items.maxLength ?? 0, maxItems });
}
