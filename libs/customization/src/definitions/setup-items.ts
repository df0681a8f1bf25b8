import type { SetupItem } from '@quittance/configuration';
import type { FieldError } from '@quittance/kernel';
import type { FieldDefinition, ObjectDefinition } from './definition.js';
import { isFieldType, type NewField } from './checks/field-input.js';
import type { NewObject } from './object-changes.js';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FIELD_MEMBERS: Readonly<Record<string, Check>> = {
  object: isText,
  name: isText,
  type: isFieldType,
  label: isText,
  help: isTextOrNull,
  group: isTextOrNull,
  position: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e6,
  settings: isObject,
  required: isFlag,
  requiredWhen: isTextOrNull,
  default: () => true,
  unique: isFlag,
  indexed: isFlag,
  searched: isFlag,
  personal: isFlag,
  portals: isObject,
};

const OBJECT_MEMBERS: Readonly<Record<string, Check>> = {
  name: isText,
  label: isText,
  pluralLabel: isText,
  nameLabel: isText,
  description: isTextOrNull,
  owned: isFlag,
};

/** Members that are missing, unknown or of the wrong type. */
function shapeFaults(item: SetupItem, members: Readonly<Record<string, Check>>): FieldError[] {
  const unknown = Object.keys(item).filter((name) => !Object.hasOwn(members, name));
  const wrong = Object.entries(members).filter(
    ([name, check]) => !Object.hasOwn(item, name) || !check(item[name]),
  );
  return [
    ...unknown.map((name) => ({
      pointer: `/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_field',
      message: 'is not a member here',
    })),
    ...wrong.map(([name]) => ({
      pointer: `/${name}`,
      code: Object.hasOwn(item, name) ? 'type' : 'required',
      message: Object.hasOwn(item, name) ? 'is of the wrong type' : 'is required',
    })),
  ];
}

export const fieldItemFaults = (item: SetupItem) => shapeFaults(item, FIELD_MEMBERS);
export const objectItemFaults = (item: SetupItem) => shapeFaults(item, OBJECT_MEMBERS);

/** A field as the set-up document has it: by names alone. */
export function fieldItem(definition: FieldDefinition): SetupItem {
  return pick(definition, FIELD_MEMBERS);
}

export function objectItem(definition: ObjectDefinition): SetupItem {
  return pick(definition, OBJECT_MEMBERS);
}

function pick(from: object, members: Readonly<Record<string, Check>>): SetupItem {
  const given = from as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(members).map((name) => [name, given[name] ?? null]));
}

/** What an item whose shape is right says; `object` apart. */
export function newFieldOf(item: SetupItem): { object: string; field: NewField } {
  const { object, ...field } = item;
  return { object: object as string, field: field as unknown as NewField };
}

export function newObjectOf(item: SetupItem): NewObject {
  return item as unknown as NewObject;
}
