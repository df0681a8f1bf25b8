import type { FieldValue } from './field.js';

type Keywords = Readonly<Record<string, unknown>>;

/** What the validator takes to apply a schema to a value, in characters gone through. */
const VISIT_WORK = 150;
const KEYWORD_WORK = 40;
/** Each name that is demanded is looked for, and one that is missing is told. */
const REQUIRED_WORK = 65;
/** For a character of the JSON of what is compared with. */
const COMPARED_WORK = 3;

const OF_THE_SAME = ['allOf', 'anyOf', 'oneOf'] as const;
const ONE_OF_THE_SAME = ['not', 'if', 'then', 'else'] as const;
const OF_THE_LENGTH = ['minLength', 'maxLength', 'format'] as const;

const known = new WeakMap<object, number>();

function isObject(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a schema costs wherever it is applied, whatever stands inside it. */
function ownWork(schema: Keywords): number {
  let work = known.get(schema);
  if (work === undefined) {
    const { required, properties, enum: choices, const: only } = schema;
    const compared = [choices, only].filter((each) => each !== undefined);
    work =
      VISIT_WORK +
      KEYWORD_WORK * Object.keys(schema).length +
      REQUIRED_WORK * (Array.isArray(required) ? required.length : 0) +
      KEYWORD_WORK * (isObject(properties) ? Object.keys(properties).length : 0) +
      COMPARED_WORK * compared.reduce<number>((sum, each) => sum + JSON.stringify(each).length, 0);
    known.set(schema, work);
  }
  return work;
}

/** Walks a schema over a value as the validator does, and only adds up. */
class Reckoning {
  work = 0;

  constructor(private readonly most: number) {}

  visit(schema: unknown, value: FieldValue): void {
    this.work += VISIT_WORK;
    if (!isObject(schema) || this.work > this.most) return;
    this.work += ownWork(schema);
    for (const keyword of OF_THE_SAME) {
      for (const each of (schema[keyword] ?? []) as readonly unknown[]) this.visit(each, value);
    }
    for (const keyword of ONE_OF_THE_SAME) {
      if (schema[keyword] !== undefined) this.visit(schema[keyword], value);
    }
    if (typeof value === 'string') this.text(schema, value);
    else if (Array.isArray(value)) this.list(schema, value as readonly FieldValue[]);
    else if (isObject(value)) this.members(schema, value as Readonly<Record<string, FieldValue>>);
  }

  private text(schema: Keywords, value: string): void {
    for (const keyword of OF_THE_LENGTH) if (keyword in schema) this.work += value.length;
  }

  private list(schema: Keywords, items: readonly FieldValue[]): void {
    const { prefixItems = [], items: rest, contains } = schema;
    for (const [i, each] of (prefixItems as readonly unknown[]).entries()) {
      if (i < items.length) this.visit(each, items[i] ?? null);
    }
    for (const item of items) {
      if (this.work > this.most) return;
      if (rest !== undefined) this.visit(rest, item);
      if (contains !== undefined) this.visit(contains, item);
    }
  }

  private members(schema: Keywords, value: Readonly<Record<string, FieldValue>>): void {
    const { properties, additionalProperties, propertyNames } = schema;
    for (const [name, member] of Object.entries(value)) {
      if (this.work > this.most) return;
      const own = isObject(properties) && Object.hasOwn(properties, name);
      if (own) this.visit(properties[name], member);
      else if (additionalProperties !== undefined) this.visit(additionalProperties, member);
      if (propertyNames !== undefined) this.visit(propertyNames, name);
    }
  }
}

/**
 * What it costs to check a value against a schema that was read before: known before it is checked,
 * as a validator that has begun cannot be stopped. Stops counting beyond `most`.
 */
export function schemaWork(schema: unknown, value: FieldValue, most: number): number {
  const reckoning = new Reckoning(most);
  reckoning.visit(schema, value);
  return reckoning.work;
}
