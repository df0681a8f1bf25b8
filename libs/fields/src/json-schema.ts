import { fine, wrong, type Fault, type Reading } from './field-kind.js';

const MAX_BYTES = 16_384;
const MAX_DEPTH = 10;
const MAX_SCHEMAS = 200;

/**
 * The keywords that may be used. Patterns backtrack, references recurse, and uniqueness compares
 * all with all: none of them is here, so that checking costs at most schema times value.
 */
const PLAIN = new Set(
  (
    '$schema $comment title description default examples type enum const required format ' +
    'minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minLength maxLength minProperties maxProperties'
  ).split(' '),
);
const ONE = new Set([
  'items',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
]);
const MANY = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED = new Set(['properties']);

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const FORMATS = new Set(['date', 'date-time', 'time', 'uuid', 'ipv4']);
const NAMES_REFUSED = new Set(['__proto__', 'constructor', 'prototype']);

type Keywords = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Keywords =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown) => typeof value === 'string';

const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: isText,
  $comment: isText,
  title: isText,
  description: isText,
  format: (value) => FORMATS.has(value as string),
  type: (value) =>
    Array.isArray(value)
      ? value.length > 0 && value.every((each) => TYPES.has(each))
      : TYPES.has(value as string),
  enum: (value) => Array.isArray(value) && value.length > 0,
  examples: Array.isArray,
  required: (value) => Array.isArray(value) && value.every(isText),
  minItems: isCount,
  maxItems: isCount,
  minLength: isCount,
  maxLength: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 1e-9 && (value as number) < 1e15,
};

/** Walks a schema and gathers what may not be in it. */
class SchemaWalk {
  readonly faults: Fault[] = [];
  private schemas = 0;

  schema(value: unknown, at: string, depth: number): void {
    this.schemas += 1;
    if (this.schemas > MAX_SCHEMAS) {
      if (this.schemas === MAX_SCHEMAS + 1)
        this.fail(at, 'max', `must have at most ${MAX_SCHEMAS} schemas`);
      return;
    }
    if (depth > MAX_DEPTH) return this.fail(at, 'max', `must nest at most ${MAX_DEPTH} deep`);
    if (typeof value === 'boolean') return;
    if (!isObject(value)) return this.fail(at, 'type', 'must be a schema');
    for (const [keyword, inner] of Object.entries(value)) {
      this.keyword(
        keyword,
        inner,
        `${at}/${keyword.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        depth,
      );
    }
  }

  private keyword(keyword: string, inner: unknown, at: string, depth: number): void {
    if (ONE.has(keyword)) return this.schema(inner, at, depth + 1);
    if (MANY.has(keyword)) return this.many(inner, at, depth);
    if (NAMED.has(keyword)) return this.named(inner, at, depth);
    if (!PLAIN.has(keyword))
      return this.fail(at, 'unknown_field', 'is not a keyword that may be used');
    const fits = Object.hasOwn(SHAPES, keyword) ? SHAPES[keyword] : undefined;
    if (fits && !fits(inner)) this.fail(at, 'type', `is no value of ${keyword}`);
  }

  private many(inner: unknown, at: string, depth: number): void {
    if (!Array.isArray(inner) || inner.length === 0)
      return this.fail(at, 'type', 'must be a list of schemas');
    for (const [i, each] of inner.entries()) this.schema(each, `${at}/${i}`, depth + 1);
  }

  private named(inner: unknown, at: string, depth: number): void {
    if (!isObject(inner)) return this.fail(at, 'type', 'must be an object of schemas');
    for (const [name, each] of Object.entries(inner)) {
      if (NAMES_REFUSED.has(name))
        this.fail(`${at}/${name}`, 'format', 'is a name that may not be used');
      else
        this.schema(each, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
    }
  }

  private fail(inside: string, code: string, message: string): void {
    if (this.faults.length < 20) this.faults.push({ inside, code, message });
  }
}

/** A JSON Schema of the part of the language that is bounded in time, or what is wrong with it. */
export function readSchema(value: unknown): Reading<unknown> {
  if (!isObject(value)) return wrong('type', 'must be an object');
  const walk = new SchemaWalk();
  walk.schema(value, '', 0);
  if (walk.faults.length > 0) return { faults: walk.faults };
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > MAX_BYTES)
    return wrong('max_size', `must have at most ${MAX_BYTES} bytes`);
  return fine(JSON.parse(text));
}
