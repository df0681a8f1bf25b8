import { isLocalDate } from '@quittance/calendar';
import { isUuid } from '@quittance/kernel';
import { alternatives, resolved, typesOf, type OpenApi, type Schema } from './open-api';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: isUuid,
  date: isLocalDate,
  'date-time': (text) => INSTANT.test(text),
};

/** Where a value at a place is not what a schema says. */
type Check = (value: unknown, at: string) => readonly string[];

const NONE: readonly string[] = [];

/** A schema without any of these lets everything pass. */
const SAYING = ['type', 'enum', 'pattern', 'properties', 'items', 'additionalProperties'] as const;

/** What each schema of a document came to: read once, asked about thousands of answers. */
const known = new WeakMap<OpenApi, WeakMap<Schema, Check>>();

/** Where a value is not what a schema of the document says, members it does not name included. */
export function schemaFaults(
  document: OpenApi,
  schema: Schema,
  value: unknown,
  at = '',
): readonly string[] {
  return checkOf(document, schema)(value, at);
}

function checkOf(document: OpenApi, schema: Schema): Check {
  const checks = known.get(document) ?? new WeakMap<Schema, Check>();
  known.set(document, checks);
  const found = checks.get(schema);
  if (found) return found;
  // A schema may be part of itself: what it comes to is asked for when a value is there.
  let whole: Check | undefined;
  const check: Check = (value, at) => (whole ??= anyOf(document, schema))(value, at);
  checks.set(schema, check);
  return check;
}

const isLack = (fault: string) => fault.endsWith(' is missing');

function anyOf(document: OpenApi, schema: Schema): Check {
  const options = alternatives(document, schema).map((each) => oneCheck(document, each));
  const [only, ...more] = options;
  if (only && more.length === 0) return only;
  return (value, at) => {
    const found = options.map((each) => each(value, at));
    const fits = found.find((faults) => faults.length === 0);
    // What only lacks something says best what is wrong: rights take members away.
    return fits ?? found.find((faults) => faults.every(isLack)) ?? found[0] ?? NONE;
  };
}

function oneCheck(document: OpenApi, schema: Schema): Check {
  if (!SAYING.some((word) => word in schema)) return () => NONE;
  const types = typesOf(schema);
  const ofText = textCheck(schema);
  const ofItems = schema.items && checkOf(document, schema.items);
  const ofObject = objectCheck(document, schema);
  return (value, at) => {
    const type = typeOf(value);
    const fits = types.length === 0 || types.includes(type);
    if (!fits && !(type === 'integer' && types.includes('number'))) {
      return [`${at || '/'} is ${type} and not ${types.join(' or ')}`];
    }
    if (schema.enum && value !== null && !schema.enum.includes(value)) {
      return [`${at} is ${JSON.stringify(value)}, which is not listed`];
    }
    if (typeof value === 'string') return ofText(value, at);
    if (Array.isArray(value)) {
      return ofItems ? value.flatMap((each, i) => ofItems(each, `${at}/${i}`)) : NONE;
    }
    return typeof value === 'object' && value !== null ? ofObject(value, at) : NONE;
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function textCheck({ format = '', pattern, maxLength }: Schema) {
  const isFormat = FORMATS[format];
  const expression = pattern ? new RegExp(pattern, 'u') : undefined;
  return (text: string, at: string): readonly string[] => {
    if (isFormat?.(text) === false) return [`${at} is ${text} and not a ${format}`];
    if (expression?.test(text) === false) return [`${at} is ${text}, not ${pattern}`];
    return maxLength !== undefined && text.length > maxLength ? [`${at} is too long`] : NONE;
  };
}

function objectCheck(
  document: OpenApi,
  { properties = {}, required = [], additionalProperties }: Schema,
): (value: object, at: string) => readonly string[] {
  const members = new Map(
    Object.entries(properties).map(([name, part]) => [
      name,
      checkOf(document, resolved(document, part)),
    ]),
  );
  const others: Check | undefined =
    typeof additionalProperties === 'object'
      ? checkOf(document, additionalProperties)
      : additionalProperties
        ? () => NONE
        : undefined;
  return (value, at) => {
    const held = value as Readonly<Record<string, unknown>>;
    const faults = required
      .filter((name) => held[name] === undefined)
      .map((name) => `${at}/${name} is missing`);
    for (const [name, member] of Object.entries(held)) {
      const check = members.get(name) ?? others;
      if (check) faults.push(...check(member, `${at}/${name}`));
      else faults.push(`${at}/${name} is not documented`);
    }
    return faults;
  };
}
