import { isLocalDate, isUuid } from '@quittance/kernel';
import { alternatives, resolved, typesOf, type OpenApi, type Schema } from './open-api';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: isUuid,
  date: isLocalDate,
  'date-time': (text) => INSTANT.test(text),
};

/** Where a value is not what a schema of the document says, members it does not name included. */
export function schemaFaults(
  document: OpenApi,
  schema: Schema,
  value: unknown,
  at = '',
): readonly string[] {
  const options = alternatives(document, schema).map((each) => faultsOf(document, each, value, at));
  return options.find((faults) => faults.length === 0) ?? options.at(0) ?? [];
}

function faultsOf(document: OpenApi, schema: Schema, value: unknown, at: string): string[] {
  const types = typesOf(schema);
  const type = typeOf(value);
  const fits = types.length === 0 || types.includes(type);
  if (!fits && !(type === 'integer' && types.includes('number'))) {
    return [`${at || '/'} is ${type} and not ${types.join(' or ')}`];
  }
  if (schema.enum && value !== null && !schema.enum.includes(value)) {
    return [`${at} is ${JSON.stringify(value)}, which is not listed`];
  }
  if (typeof value === 'string') return textFaults(schema, value, at);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items
      ? value.flatMap((each, i) => schemaFaults(document, items, each, `${at}/${i}`))
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return objectFaults(document, schema, value as Record<string, unknown>, at);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function textFaults({ format = '', pattern, maxLength }: Schema, text: string, at: string) {
  if (FORMATS[format]?.(text) === false) return [`${at} is ${text} and not a ${format}`];
  if (pattern && !new RegExp(pattern, 'u').test(text)) return [`${at} is ${text}, not ${pattern}`];
  return maxLength !== undefined && text.length > maxLength ? [`${at} is too long`] : [];
}

function objectFaults(
  document: OpenApi,
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const missing = required.filter((name) => value[name] === undefined);
  const own = Object.entries(value).flatMap(([name, member]) => {
    const schema = properties[name];
    if (schema) return schemaFaults(document, resolved(document, schema), member, `${at}/${name}`);
    if (additionalProperties === true) return [];
    if (additionalProperties) {
      return schemaFaults(document, additionalProperties, member, `${at}/${name}`);
    }
    return [`${at}/${name} is not documented`];
  });
  return [...missing.map((name) => `${at}/${name} is missing`), ...own];
}
