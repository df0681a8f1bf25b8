import { Type as Nested } from 'class-transformer';
import { ValidateIf, ValidateNested } from 'class-validator';
import type { Type } from '@nestjs/common';
import type { FieldError } from '@quittance/kernel';
import {
  both,
  fault,
  field,
  readFromQueryAs,
  type InputFault,
  type BodyFieldOptions,
} from './field.js';
import { checkInteger } from './number-fields.js';
import { checkEnum, checkId, checkText, lowerCase, type TextOptions } from './text-fields.js';

export interface ListOptions extends BodyFieldOptions {
  readonly minItems?: number;
  readonly maxItems: number;
}

export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * OpenAPI takes a function for the maker of a class, rather than for the class, by this very name.
 */
function lazily(dto: () => Type): () => Type {
  const type = () => dto();
  return type;
}

/** What is nested in null is not looked for, where null may be sent. */
const UNLESS_NULL = ValidateIf((_, value) => value !== null);

/** A nested object. */
export function ObjectField(dto: () => Type, options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (isObject(value) ? null : fault('type', 'must be an object'));
  const decorators = [Nested(dto), ValidateNested(), field(check, { type: lazily(dto) }, options)];
  if (options.nullable) decorators.push(UNLESS_NULL);
  return both(...decorators);
}

function checkLength(maxItems: number): (value: unknown) => InputFault | null {
  return (value) =>
    Array.isArray(value) && value.length > maxItems
      ? fault('max', `must have at most ${maxItems} items`)
      : null;
}

function checkList(
  options: ListOptions,
  item: (value: unknown) => InputFault | null,
): (value: unknown) => InputFault | null {
  const { minItems = 0, maxItems } = options;
  return (value) => {
    if (!Array.isArray(value)) return fault('type', 'must be a list');
    if (value.length < minItems) {
      const message = minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`;
      return fault('min', message);
    }
    const tooLong = checkLength(maxItems)(value);
    if (tooLong) return tooLong;
    for (const [i, each] of value.entries()) {
      const found = item(each);
      if (found) return fault(found.code, `item ${i} ${found.message}`);
    }
    return null;
  };
}

const NESTED_LISTS = 'quittance:nested-lists';

interface NestedList {
  readonly dto: () => Type;
  readonly tooLong: (list: unknown) => InputFault | null;
}

/** The lists of nested objects of a DTO that are too long, with a pointer to each. */
export function longLists(dto: object, value: unknown, parent = ''): FieldError[] {
  const lists = (Reflect.getMetadata(NESTED_LISTS, dto) ?? {}) as Record<string, NestedList>;
  const members = (isObject(value) ? value : {}) as Record<string, unknown>;
  return Object.entries(lists).flatMap(([name, { dto: itemOf, tooLong }]) => {
    const list = members[name];
    const pointer = `${parent}/${name}`;
    const found = tooLong(list);
    if (found) return [{ pointer, ...found }];
    const items: readonly unknown[] = Array.isArray(list) ? list : [];
    return items.flatMap((item, i) => longLists(itemOf(), item, `${pointer}/${i}`));
  });
}

function noteList(list: NestedList): PropertyDecorator {
  return (target, property) => {
    const known = Reflect.getMetadata(NESTED_LISTS, target.constructor) as object | undefined;
    const lists = { ...known, [String(property)]: list };
    Reflect.defineMetadata(NESTED_LISTS, lists, target.constructor);
  };
}

/** A list of nested objects. */
export function ListField(dto: () => Type, options: ListOptions): PropertyDecorator {
  const item = (value: unknown) => (isObject(value) ? null : fault('type', 'must be an object'));
  const schema = {
    type: lazily(dto),
    isArray: true,
    minItems: options.minItems,
    maxItems: options.maxItems,
  };
  const decorators = [
    Nested(dto),
    noteList({ dto, tooLong: checkLength(options.maxItems) }),
    ValidateNested({ each: true }),
    field(checkList(options, item), schema, options),
  ];
  if (options.nullable) decorators.push(UNLESS_NULL);
  return both(...decorators);
}

/**
 * A list that its owner reads item by item, whatever they are: the document has the members that an
 * item is to have, and none of them refuses the body, which it says by `x-judged`.
 */
export function JudgedListField(dto: () => Type, options: ListOptions): PropertyDecorator {
  const { minItems, maxItems } = options;
  const schema = { type: lazily(dto), isArray: true, minItems, maxItems, 'x-judged': true };
  return field(() => null, schema, options);
}

function plainList(
  options: ListOptions,
  item: (value: unknown) => InputFault | null,
  items: object,
): PropertyDecorator {
  const { minItems, maxItems } = options;
  const schema = { type: 'array', items, minItems, maxItems } as const;
  return both(readFromQueryAs('list'), field(checkList(options, item), schema, options));
}

/** A list of UUIDs; they arrive in lower case. */
export function IdsField(options: ListOptions): PropertyDecorator {
  return both(lowerCase, plainList(options, checkId, { type: 'string', format: 'uuid' }));
}

/** A list of listed words. */
export function EnumsField(values: readonly string[], options: ListOptions): PropertyDecorator {
  return plainList(options, checkEnum(values), { type: 'string', enum: [...values] });
}

/** A list of texts. */
export function TextsField(options: ListOptions & TextOptions): PropertyDecorator {
  return plainList(options, checkText(options), { type: 'string', maxLength: options.max });
}

/** A list of whole numbers. */
export function IntegersField(
  options: ListOptions & { readonly min: number; readonly max: number },
): PropertyDecorator {
  const { min, max } = options;
  const items = { type: 'integer', minimum: min, maximum: max };
  return plainList(options, checkInteger({ min, max }), items);
}

/** Any JSON object, taken as it is: settings whose members another lib checks. */
export function JsonField(options: BodyFieldOptions = {}): PropertyDecorator {
  const check = (value: unknown) => (isObject(value) ? null : fault('type', 'must be an object'));
  return field(check, { type: 'object', additionalProperties: true }, options);
}

/** A JSON object or a text: a filter tree, or a formula in its place. */
export function JsonOrTextField(options: TextOptions): PropertyDecorator {
  const text = checkText(options);
  const check = (value: unknown) => {
    if (typeof value === 'string') return text(value);
    return isObject(value) ? null : fault('type', 'must be an object or a text');
  };
  const schema = {
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'string', minLength: options.min ?? 1, maxLength: options.max },
    ],
  };
  return field(check, schema, options);
}

/** One schema with every type, so that each of them is known to fit. */
const ANY_JSON = [
  { type: ['string', 'number', 'boolean', 'array', 'object'], additionalProperties: true },
];

/** Any JSON value but null, taken as it is: what it may be is for another lib to say. */
export function ValueField(options: BodyFieldOptions = {}): PropertyDecorator {
  return field(() => null, { oneOf: ANY_JSON }, options);
}
