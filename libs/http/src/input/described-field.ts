import type { BodyUse, Member } from '@quittance/nouns';
import type { Type } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  EnumsField,
  IdsField,
  isObject,
  JsonField,
  ListField,
  ObjectField,
  TextsField,
} from './nested-fields.js';
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
import { both, type BodyFieldOptions } from './field.js';

/** What a member of a body says of itself, whatever it is. */
export function optionsFor(member: Member, use: BodyUse): BodyFieldOptions {
  const { field, given, nullable, clearable, shownAs, advice, example } = member;
  const help = field.help ?? undefined;
  return {
    optional: use === 'update' || (use === 'create' && given === 'optional'),
    nullable: nullable ?? (use === 'record' ? shownAs !== undefined : clearable),
    description: use === 'create' ? (advice ?? help) : help,
    example,
  };
}

/** A member of a body as the description of its noun has it. */
export function DescribedField(
  name: string,
  member: Member,
  use: BodyUse,
  more: BodyFieldOptions = {},
): PropertyDecorator {
  const { type, settings } = member.field;
  const { maxLength, scale = 0, min, max, pattern, options: choices, master } = settings;
  const options = { ...optionsFor(member, use), ...more };
  switch (type) {
    case 'text':
    case 'textarea':
      if (maxLength === undefined) throw new Error(`${name} does not say how long it may be`);
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
      return DecimalField({ ...options, scale, min, max, above: aboveOf(member) });
    case 'currency':
      return AmountField({ ...options, ...(member.sign && { sign: member.sign }) });
    case 'date':
      return DateField(options);
    case 'datetime':
      return InstantField(options);
    case 'lookup':
      return IdField(options);
    case 'json':
      return settings.schema === undefined ? JsonField(options) : listField(name, member, options);
    default:
      throw new Error(`A body has no members of type ${type} as yet`);
  }
}

const aboveOf = ({ sign }: Member) => (sign === 'positive' ? '0' : undefined);
const wholeOf = (pattern: string | undefined) =>
  pattern === undefined ? undefined : new RegExp(`^${pattern}$`);
const numberOf = (limit: string | undefined) => (limit === undefined ? undefined : Number(limit));

interface ListSchema {
  readonly items?: {
    readonly format?: string;
    readonly maxLength?: number;
    readonly enum?: readonly string[];
  };
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A member that is an object of this class, or a list of them. */
export function ShapedField(
  shape: () => Type,
  name: string,
  member: Member,
  use: BodyUse,
  more: BodyFieldOptions = {},
): PropertyDecorator {
  const options = { ...optionsFor(member, use), ...more };
  if (member.field.settings.schema === undefined) {
    const object = ObjectField(shape, options);
    return member.taken && use !== 'record' ? both(object, takenAs(member.taken)) : object;
  }
  return ListField(shape, { ...options, ...limitsOf(name, member) });
}

/** It stays of its class, by which it is checked afterwards. */
function takenAs(taken: NonNullable<Member['taken']>): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    if (!isObject(value)) return value;
    const whole = taken(value as Readonly<Record<string, unknown>>);
    return whole && Object.assign(value as object, whole);
  });
}

function limitsOf(name: string, { field }: Member) {
  const { items, minItems, maxItems } = (field.settings.schema ?? {}) as ListSchema;
  if (!items || !maxItems) throw new Error(`${name} is no list: say how it is shown`);
  return { items, minItems, maxItems };
}

function listField(name: string, member: Member, options: BodyFieldOptions): PropertyDecorator {
  const { items, ...limits } = limitsOf(name, member);
  const list = { ...options, ...limits };
  if (items.format === 'uuid') return IdsField(list);
  if (items.enum) return EnumsField(items.enum, list);
  return TextsField({ ...list, max: items.maxLength ?? 0 });
}
