import type { RecordReach } from '@quittance/access';
import {
  type Field,
  datetime,
  describeField,
  integer,
  lookup,
  text,
  type FieldDescription,
} from '@quittance/fields';
import type { NaturalKey, ObjectHooks, RecordObject } from './object.js';
import type { ObjectId } from './record.js';

/** One built-in object, said once. */
export interface ObjectDescription {
  /** API name: `lead`, `credit-note`. */
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
  /** Where its records are served: `/leads`. */
  readonly path: string;
  /** Row of the role matrix: `leads`. */
  readonly resource: string;
  /** With its schema: `crm.lead`. It has the columns of the common fields. */
  readonly table: string;
  /** Deleted records stay, with `deleted_at` set: true when absent. */
  readonly softDelete?: boolean;
  /** Custom fields may be defined on it, kept in its column `custom`: true when absent. */
  readonly customizable?: boolean;
  /** It has an `owner_id`: true when absent. */
  readonly owned?: boolean;
  /** Of one without: how its records reach whose they are; nobody's when absent. */
  readonly ways?: RecordReach['ways'];
  /** Its rows are written by operations of its own, so that no words of them are kept. */
  readonly wordless?: boolean;
  /** It has `created_by` and `updated_by`: true when absent. */
  readonly authored?: boolean;
  readonly titleField: string;
  /** Of one with revisions: the field that they share. */
  readonly revisedUnder?: string;
  /** For example `-createdAt`. */
  readonly defaultSort: string;
  /** Without the common ones, which come by themselves. */
  readonly fields: Readonly<Record<string, FieldDescription>>;
  readonly naturalKey?: NaturalKey;
  readonly hooks?: ObjectHooks;
}

/** A custom object as its definition has it; its other fields are custom. */
export interface CustomObjectDescription {
  readonly id: ObjectId;
  /** API name: `project__c`. */
  readonly name: string;
  /** Where its records are, among those of all custom objects. */
  readonly table: string;
  readonly label: string;
  readonly pluralLabel: string;
  /** Label of its standard field `name`. */
  readonly nameLabel?: string;
  /** True when absent. */
  readonly owned?: boolean;
}

/**
 * @throws Error when the description contradicts itself: a programming error, found at start-up.
 */
export function defineObject(description: ObjectDescription): RecordObject {
  const { fields: own, owned = true, softDelete = true, customizable = true } = description;
  const { authored = true, wordless = false } = description;
  const { name, label, pluralLabel, path, resource, titleField, defaultSort } = description;
  const fields = fieldsOf(name, own, { owned, authored });
  const sorted = defaultSort.split(',').map((part) => part.replace(/^-/, ''));
  const { naturalKey = null, revisedUnder } = description;
  if (revisedUnder !== undefined) sorted.push(revisedUnder);
  for (const each of [titleField, ...sorted, ...(naturalKey ? [naturalKey.field] : [])]) {
    if (!fields.has(each)) throw new Error(`Object ${name} has no field ${each}`);
  }
  for (const { settings } of fields.values()) {
    for (const beside of [settings.currencyField, settings.targetField, settings.sharedField]) {
      if (beside === undefined || fields.has(beside)) continue;
      throw new Error(`Object ${name} has no field ${beside}`);
    }
  }
  const table = { name: description.table, softDelete, objectId: null };
  const custom = false;
  const common = { name, label, pluralLabel, path, resource, titleField, defaultSort, naturalKey };
  const { hooks = {}, ways } = description;
  const whole = { ...common, table, custom, customizable, fields, owned, hooks, wordless };
  return { ...whole, ...(ways && { ways }), ...(revisedUnder && { revisedUnder }) };
}

/**
 * A custom object with its standard field `name` and the common ones; `fields` are its custom ones.
 */
export function defineCustomObject(
  description: CustomObjectDescription,
  fields: readonly Field[],
): RecordObject {
  const { id, name, label, pluralLabel, nameLabel = 'Name', owned = true } = description;
  const own = { name: text(nameLabel, { required: true, searched: true }) };
  const all = fieldsOf(name, own, { owned, authored: true }, fields);
  return {
    name,
    label,
    pluralLabel,
    path: `/objects/${name}`,
    resource: `objects/${name}`,
    table: { name: description.table, softDelete: true, objectId: id },
    custom: true,
    customizable: true,
    fields: all,
    titleField: 'name',
    owned,
    defaultSort: '-createdAt',
    naturalKey: null,
    wordless: false,
    hooks: {},
  };
}

/** The object with a company's custom fields behind its own and before the stamps. */
export function withCustomFields(object: RecordObject, fields: readonly Field[]): RecordObject {
  if (fields.length === 0) return object;
  const own = [...object.fields.values()];
  const stamps = own.filter(({ name }) => STAMP_NAMES.has(name));
  const others = own.filter(({ name }) => !STAMP_NAMES.has(name));
  return { ...object, fields: byName([...others, ...fields, ...stamps]) };
}

const SYSTEM = { readOnly: true } as const;

function leadingFields(object: string): Readonly<Record<string, FieldDescription>> {
  return {
    id: describeField('lookup', 'Id', { ...SYSTEM, target: object }),
    version: integer('Version', SYSTEM),
  };
}

const OWNER = lookup('Owner', 'user', { help: 'The user who is responsible for the record.' });

const AUTHORED: Readonly<Record<string, FieldDescription>> = {
  createdAt: datetime('Created at', SYSTEM),
  createdBy: lookup('Created by', 'user', SYSTEM),
  updatedAt: datetime('Updated at', SYSTEM),
  updatedBy: lookup('Updated by', 'user', SYSTEM),
};
const { createdAt, updatedAt } = AUTHORED;
const DATED = { createdAt, updatedAt } as Readonly<Record<string, FieldDescription>>;
const STAMP_NAMES: ReadonlySet<string> = new Set(['ownerId', ...Object.keys(AUTHORED)]);

function fieldsOf(
  object: string,
  own: Readonly<Record<string, FieldDescription>>,
  { owned, authored }: { readonly owned: boolean; readonly authored: boolean },
  custom: readonly Field[] = [],
): ReadonlyMap<string, Field> {
  const standard = (fields: Readonly<Record<string, FieldDescription>>) =>
    Object.entries(fields).map(([name, description]) => standardField(name, description));
  return byName([
    ...standard(leadingFields(object)),
    ...standard(own),
    ...custom,
    ...standard(owned ? { ownerId: OWNER } : {}),
    ...standard(authored ? AUTHORED : DATED),
  ]);
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const map = new Map(fields.map((field) => [field.name, field]));
  if (map.size < fields.length) throw new Error('Two fields of an object share a name');
  return map;
}

const NAME = /^[a-z][A-Za-z0-9]*$/;

function standardField(name: string, { column, ...rest }: FieldDescription): Field {
  if (!NAME.test(name)) throw new Error(`${name} is no name of a standard field`);
  const storage: Field['storage'] =
    rest.type === 'formula' || rest.type === 'rollup'
      ? { kind: 'computed' }
      : { kind: 'column', column: column ?? snakeCase(name) };
  return { name, ...rest, storage };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
