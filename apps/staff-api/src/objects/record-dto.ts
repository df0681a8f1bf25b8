import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ShowsCustomFields } from '@quittance/http/host';
import { isMember } from '@quittance/objects';
import type { RecordObject } from '@quittance/metadata';
import { memberSchema, recordSchema, type SchemaUse } from '@quittance/objects/host';

/** The shapes of an object's records in the document: as answered, made, and changed. */
export interface RecordDtos {
  readonly record: Type;
  readonly create: Type;
  readonly update: Type;
}

const SUFFIX: Readonly<Record<SchemaUse, string>> = {
  record: 'Record',
  create: 'RecordToCreate',
  update: 'RecordToUpdate',
};

/** Made from the description: nobody writes them, and they never differ from what is checked. */
export function recordDtos(object: RecordObject, name = classNameOf(object)): RecordDtos {
  const dto = (use: SchemaUse) => makeDto(object, use, `${name}${SUFFIX[use]}`);
  return { record: dto('record'), create: dto('create'), update: dto('update') };
}

/** `salesOrder` and `sales-order` are both `SalesOrder`. */
export function classNameOf({ name }: Pick<RecordObject, 'name'>): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

function makeDto(object: RecordObject, use: SchemaUse, name: string): Type {
  const dto = named(name);
  const required = new Set(recordSchema(object, use).required as readonly string[] | undefined);
  for (const field of object.fields.values()) {
    if (!isMember(field, use)) continue;
    const schema = memberSchema(field, use);
    ApiProperty(asOptions(schema, required.has(field.name)))(dto.prototype as object, field.name);
  }
  if (use === 'record') ApiProperty(WARNINGS)(dto.prototype as object, 'warnings');
  if (object.customizable) ShowsCustomFields()(dto);
  return dto;
}

/** A class of its own under a name of its own: the document keeps shapes by name. */
export function named(name: string, base: Type = Object): Type {
  class Made extends base {}
  Object.defineProperty(Made, 'name', { value: name });
  return Made;
}

const WARNINGS: ApiPropertyOptions = {
  type: 'array',
  required: false,
  description:
    'What does not forbid saving: possible duplicates, for example. Absent when nothing.',
  items: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      pointer: { type: 'string' },
      recordIds: { type: 'array', items: { type: 'string', format: 'uuid' } },
    },
  },
};

type Json = Readonly<Record<string, unknown>>;

/** JSON Schema of a member as the decorators of the document want it: null beside its type. */
function asOptions(schema: Json, required: boolean): ApiPropertyOptions {
  const { title, description, enum: values, type, ...rest } = schema;
  const words =
    description === undefined ? `${String(title)}.` : `${String(title)}. ${String(description)}`;
  const shown = Object.entries(rest).filter(([key]) => !key.startsWith('x-'));
  return {
    ...Object.fromEntries(shown),
    ...typeOf(type),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    description: words,
    required,
  } as ApiPropertyOptions;
}

function typeOf(type: unknown): object {
  // Whatever a JSON field may hold.
  if (type === undefined) return { type: 'object', additionalProperties: true, nullable: true };
  const types = [type].flat() as string[];
  const [own = 'object'] = types.filter((each) => each !== 'null');
  return { type: own, ...(types.includes('null') ? { nullable: true } : {}) };
}
