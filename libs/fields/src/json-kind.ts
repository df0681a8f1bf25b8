import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import type { FieldError } from '@quittance/kernel';
import { isStorableText } from '@quittance/lists';
import { ADDRESS_SCHEMA, EMPTY_ADDRESS, readAddress } from './address.js';
import {
  affords,
  fine,
  MAX_READ_WORK,
  TOO_MUCH_WORK,
  wrong,
  type Fault,
  type FieldKind,
  type JsonSchema,
  type Reading,
} from './field-kind.js';
import type { FieldValue } from './field.js';
import { readSchema } from './json-schema.js';
import { pointerPart } from './options.js';
import { schemaWork } from './schema-work.js';

const MAX_DEPTH = 12;
const MAX_NODES = 1_000;
const MAX_BYTES = 32_768;

/** Names that would reach behind the object they stand in. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);

class Unfit extends Error {}

/** A copy with nothing in it but plain JSON; members in the order they came in. */
function plainJson(value: unknown, budget: { left: number }, depth: number): FieldValue {
  budget.left -= 1;
  if (budget.left < 0) throw new Unfit(`must have at most ${MAX_NODES} values`);
  if (depth > MAX_DEPTH) throw new Unfit(`must nest at most ${MAX_DEPTH} deep`);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? 0 : value;
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw new Unfit('has characters that cannot be stored');
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => plainJson(item, budget, depth + 1));
  if (typeof value !== 'object') throw new Unfit('must be JSON');
  const members = Object.entries(value).map(([name, item]): [string, FieldValue] => {
    if (FORBIDDEN_NAMES.has(name) || !isStorableText(name)) {
      throw new Unfit(`must have no member named ${JSON.stringify(name)}`);
    }
    return [name, plainJson(item, budget, depth + 1)];
  });
  return Object.fromEntries(members);
}

const validators = new WeakMap<object, Validator>();

function validatorOf(schema: object): Validator {
  let validator = validators.get(schema);
  if (!validator) {
    // The validator writes into its schema, and definitions are shared and frozen.
    validator = new Validator(structuredClone(schema) as Schema, '2020-12', false);
    validators.set(schema, validator);
  }
  return validator;
}

function schemaFaults(value: FieldValue, schema: object): Fault[] {
  const { valid, errors } = validatorOf(schema).validate(value);
  if (valid) return [];
  // What only says that something inside failed is left out: the inside says it itself.
  const leaves = errors.filter(({ error }) => !INSIDE_FAILED.test(error));
  return (leaves.length > 0 ? leaves : errors).slice(0, 20).map(schemaFault);
}

const INSIDE_FAILED = /does not match (?:additional properties )?schema/;

/** In the words that other fields are refused with; a member that is missing is pointed at. */
function schemaFault({ keyword, instanceLocation, error }: OutputUnit): Fault {
  const inside = instanceLocation.replace(/^#/, '');
  const [, missing] = (keyword === 'required' && /"(.*)"\.$/s.exec(error)) || [];
  if (missing !== undefined) {
    const part = missing.replaceAll('~', '~0').replaceAll('/', '~1');
    return { inside: `${inside}/${part}`, code: 'schema', message: 'is required' };
  }
  const [, wanted] = (keyword === 'type' && /Expected "(.*)"\.$/.exec(error)) || [];
  if (wanted !== undefined) {
    const message = `must be of the type ${wanted.replaceAll('"', '')}`;
    return { inside, code: 'schema', message };
  }
  const message = error === 'False boolean schema.' ? 'must not be there' : error;
  return { inside, code: 'schema', message };
}

/** Any JSON, within a JSON Schema where there is one. */
export const jsonKind: FieldKind = {
  type: 'json',
  column: 'jsonb',
  settings: { schema: readSchema },
  read(value, { settings: { schema, shape } }, context): Reading {
    if (shape === 'address') return readAddress(value, context);
    let plain: FieldValue;
    try {
      plain = plainJson(value, { left: MAX_NODES }, 0);
    } catch (error) {
      if (error instanceof Unfit) return wrong('format', error.message);
      throw error;
    }
    if (Buffer.byteLength(JSON.stringify(plain)) > MAX_BYTES) {
      return wrong('max_size', `must have at most ${MAX_BYTES} bytes`);
    }
    if (schema === undefined) return fine(plain);
    if (!affords(context, schemaWork(schema, plain, MAX_READ_WORK))) {
      return wrong(TOO_MUCH_WORK, 'takes too much work to be checked by its schema');
    }
    const faults = schemaFaults(plain, schema as object);
    return faults.length > 0 ? { faults } : fine(plain);
  },
  empty: ({ settings: { shape } }) => (shape === 'address' ? EMPTY_ADDRESS : null),
  schema: ({ settings: { schema, shape } }): JsonSchema =>
    shape === 'address' ? ADDRESS_SCHEMA : ((schema as JsonSchema | undefined) ?? {}),
  limits: ({ settings: { shape } }): JsonSchema =>
    shape === 'address' ? {} : { 'x-maxBytes': MAX_BYTES },
};

/** What of a body nothing can keep: text that no column holds, and names that every object has. */
export function bodyFaults(body: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  inspect(body, '', errors);
  return errors;
}

function inspect(value: unknown, pointer: string, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (isStorableText(value)) return;
    const message = 'must be text without NUL and lone surrogates';
    errors.push({ pointer, code: 'format', message });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${pointerPart(name.slice(0, 200))}`;
    // Of every object already: it would be overwritten, or dropped without a word.
    if (name in Object.prototype || !isStorableText(name)) {
      errors.push({ pointer: at, code: 'unknown_field', message: 'is not accepted' });
    } else inspect(member, at, errors);
  }
}
