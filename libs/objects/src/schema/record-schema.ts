import type { RecordObject, CompanyObject } from '@quittance/metadata';
import { type Field, type JsonSchema, KINDS, fieldTypes } from '@quittance/fields';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** What a caller may do with the records, as far as a schema tells it. */
export interface SchemaRights {
  readonly create: boolean;
  readonly update: boolean;
}

/** What the company says of values whose fields do not. */
type Terms = CompanyObject['model']['terms'];

/** What a body is for: a record as it is answered, made, or changed. */
export type SchemaUse = 'record' | 'create' | 'update';

/**
 * JSON Schema (2020-12) of an object for one caller: the record as it is answered and, where they
 * may make or change one, the bodies they send (`$defs`). Standard and custom fields stand side by
 * side.
 */
export function objectSchema(object: CompanyObject, rights: SchemaRights): JsonSchema {
  const { terms } = object.model;
  const bodies = (['create', 'update'] as const).filter((use) => rights[use]);
  return {
    $schema: DIALECT,
    $id: `${object.path}/schema`,
    title: object.label,
    ...recordSchema(object, 'record'),
    ...(bodies.length === 0
      ? {}
      : {
          $defs: Object.fromEntries(bodies.map((use) => [use, recordSchema(object, use, terms)])),
        }),
  };
}

/**
 * The members of one body; with terms also every limit of theirs, for whoever makes such bodies.
 */
export function recordSchema(object: RecordObject, use: SchemaUse, terms?: Terms): JsonSchema {
  const fields = [...object.fields.values()].filter((field) => isMember(field, use));
  const required = fields.filter((field) => isRequired(field, use));
  const rules = use === 'record' ? [] : fields.flatMap((field) => dependencyOf(object, field, use));
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, memberSchema(field, use, terms)]),
    ),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
    additionalProperties: false,
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

/** Whether the member is part of such a body. */
export function isMember(field: Field, use: SchemaUse): boolean {
  if (use === 'record') return true;
  if (field.readOnly || fieldTypes.computed.has(field.type)) return false;
  return use === 'create' || !field.createOnly;
}

/** Answers have every member; a new record what is required and has no default; a patch nothing. */
function isRequired(field: Field, use: SchemaUse): boolean {
  if (use === 'record') return true;
  const demanded = field.required || field.type === 'master_detail';
  return use === 'create' && demanded && field.default === null;
}

/** Never null in an answer: the common members, and what every record must have. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt']);

/** The schema of one member, with its names, and null where it may be empty. */
export function memberSchema(field: Field, use: SchemaUse, terms?: Terms): JsonSchema {
  const { name, label, help, readOnly, type, required, personal, settings, unique } = field;
  const kind = KINDS[type];
  // What is answered may be older than a limit.
  const limits = use === 'record' || !terms ? {} : (kind.limits?.(field, terms) ?? {});
  const [said, unsaid] = parted(limits);
  const own = withAllOptions({ ...kind.schema(field), ...said }, field, use);
  const isAddress = settings.shape === 'address' && use === 'record';
  const filled = ALWAYS.has(name) || isAddress || (use !== 'record' && required);
  const untouchable = readOnly || fieldTypes.computed.has(type);
  return {
    ...(filled ? own : orNull(own)),
    title: label,
    ...(help === null ? {} : { description: help }),
    ...(untouchable && use === 'record' ? { readOnly: true } : {}),
    ...(use === 'create' && field.default !== null ? { default: field.default } : {}),
    'x-type': type,
    ...unsaid,
    ...(settings.target === undefined ? {} : { 'x-target': settings.target }),
    ...(settings.master === undefined ? {} : { 'x-master': settings.master }),
    ...(unique ? { 'x-unique': true } : {}),
    ...(personal ? { 'x-personal': true } : {}),
    ...(field.requiredWhen === null || use === 'record'
      ? {}
      : { 'x-requiredWhen': field.requiredWhen }),
  };
}

/** What JSON Schema has words for, and what it has none for. */
function parted(limits: JsonSchema): [JsonSchema, JsonSchema] {
  const isOwn = ([name]: [string, unknown]) => name.startsWith('x-');
  const entries = Object.entries(limits);
  const said = entries.filter((entry) => !isOwn(entry));
  return [Object.fromEntries(said), Object.fromEntries(entries.filter(isOwn))];
}

/** A record may hold an option that was switched off; nobody can choose it any more. */
function withAllOptions(schema: JsonSchema, { type, settings }: Field, use: SchemaUse): JsonSchema {
  if (use !== 'record' || !settings.options) return schema;
  const codes = { enum: settings.options.map(({ code }) => code) };
  return type === 'multi_select'
    ? { ...schema, items: { type: 'string', ...codes } }
    : { ...schema, ...codes };
}

/** The same values, or null. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, NULL] };
  const types = [type].flat() as string[];
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

const NULL = { type: 'null' } as const;

/**
 * Which options go with which value of the controlling field, as far as both are in one body. In a
 * new record a controlling field that is left out has its default, or nothing.
 */
function dependencyOf(
  { fields }: RecordObject,
  { name, type, settings: { dependsOn } }: Field,
  use: SchemaUse,
): JsonSchema[] {
  if (!dependsOn) return [];
  const { field, allowed } = dependsOn;
  const usual = use === 'create' ? (fields.get(field)?.default ?? null) : undefined;
  const none: JsonSchema = type === 'multi_select' ? { maxItems: 0 } : { const: null };
  const only = (codes: readonly string[]): JsonSchema =>
    type === 'multi_select' ? { items: { enum: codes } } : { enum: [...codes, null] };
  const is = (value: unknown): JsonSchema => ({
    properties: { [field]: { const: value } },
    ...(value === usual ? {} : { required: [field] }),
  });
  const values = Object.keys(allowed).map(controlling);
  const absent = usual === undefined || (usual !== null && values.includes(usual as string));
  // Another value, or one of the options that go with this one.
  const rules = Object.entries(allowed).map(([value, codes]) => ({
    anyOf: [{ not: is(controlling(value)) }, { properties: { [name]: only(codes) } }],
  }));
  const known = {
    properties: { [field]: { enum: values } },
    ...(absent ? {} : { required: [field] }),
  };
  return [...rules, { anyOf: [{ properties: { [name]: none } }, known] }];
}

/** A boolean field controls by its text. */
function controlling(value: string): string | boolean {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}
