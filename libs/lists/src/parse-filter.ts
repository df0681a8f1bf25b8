import type { FieldError } from '@quittance/kernel';
import { expectation, readValue } from './filter-value.js';
import {
  FILTER_OPERATORS,
  type FilterDay,
  type FilterNode,
  type FilterOperator,
  type FilterValue,
  type ListField,
  type ListFieldType,
} from './list-definition.js';
import { overSpans, spanMeant, type FilterSpan } from './relative-filter.js';

const MAX_DEPTH = 6;
const MAX_CONDITIONS = 50;
const MAX_ITEMS = 200;

const ORDERED: ReadonlySet<FilterOperator> = new Set(['gt', 'gte', 'lt', 'lte', 'between']);
const TEXTUAL: ReadonlySet<FilterOperator> = new Set(['contains', 'startsWith', 'endsWith']);
const UNORDERED_TYPES: ReadonlySet<ListFieldType> = new Set(['id', 'enum', 'boolean']);

/** Operators that ask whether a value is the same. */
const SAME: ReadonlySet<FilterOperator> = new Set(['eq', 'ne', 'in', 'notIn']);

/** What a filter may name and mean beside the fields of its list. */
export interface FilterPlace {
  /** Without it there are no relative days. */
  readonly day?: FilterDay | undefined;
  /** Fields of what the records point at. */
  readonly reach?: ((name: string) => ListField | undefined) | undefined;
}

/** Reads a filter tree against an allowlist and gathers everything that is wrong with it. */
export class FilterParser {
  /** What cannot be read. */
  readonly errors: FieldError[] = [];
  /** What can be read and is not offered. */
  readonly refusals: FieldError[] = [];
  private conditions = 0;

  constructor(
    private readonly fields: Readonly<Record<string, ListField>>,
    private readonly place: FilterPlace = {},
  ) {}

  /** Undefined when a part of the tree is wrong; `errors` then says what. */
  parse(node: unknown, pointer = '', depth = 0): FilterNode | undefined {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) {
      return this.fail(pointer, 'type', 'must be an object');
    }
    const members = Object.keys(node);
    const only = members.length === 1 ? members[0] : undefined;
    const inner = only === undefined ? undefined : (node as Record<string, unknown>)[only];
    if (only === 'and' || only === 'or') return this.group(only, inner, pointer, depth + 1);
    if (only === 'not') return this.negation(inner, `${pointer}/not`, depth + 1);
    return this.condition(node as Record<string, unknown>, pointer);
  }

  private fail(pointer: string, code: string, message: string): undefined {
    this.errors.push({ parameter: 'filter', pointer, code, message });
    return undefined;
  }

  private group(
    kind: 'and' | 'or',
    list: unknown,
    pointer: string,
    depth: number,
  ): FilterNode | undefined {
    const at = `${pointer}/${kind}`;
    if (depth > MAX_DEPTH) return this.fail(at, 'max', `must nest at most ${MAX_DEPTH} deep`);
    if (!Array.isArray(list)) return this.fail(at, 'type', 'must be a list');
    if (list.length === 0) return this.fail(at, 'min', 'must have at least one condition');
    if (list.length > MAX_CONDITIONS) return this.tooMany(at);
    const nodes = list.map((each, i) => this.parse(each, `${at}/${i}`, depth));
    return nodes.every((each) => each !== undefined) ? { kind, nodes } : undefined;
  }

  private negation(inner: unknown, pointer: string, depth: number): FilterNode | undefined {
    if (depth > MAX_DEPTH) return this.fail(pointer, 'max', `must nest at most ${MAX_DEPTH} deep`);
    const node = this.parse(inner, pointer, depth);
    return node && { kind: 'not', node };
  }

  private tooMany(pointer: string): undefined {
    return this.fail(pointer, 'max', `must have at most ${MAX_CONDITIONS} conditions`);
  }

  private condition(node: Record<string, unknown>, pointer: string): FilterNode | undefined {
    this.conditions += 1;
    if (this.conditions > MAX_CONDITIONS) {
      return this.conditions === MAX_CONDITIONS + 1 ? this.tooMany(pointer) : undefined;
    }
    const before = this.errors.length;
    for (const name of Object.keys(node)) {
      if (name === 'field' || name === 'op' || name === 'value') continue;
      this.fail(`${pointer}/${escape(name)}`, 'unknown_field', 'is not a member of a condition');
    }
    const { field: name, op } = node;
    const field = this.field(name);
    if (!field) this.fail(`${pointer}/field`, 'unknown_field', 'is not a field of this list');
    const known = FILTER_OPERATORS.find((each) => each === op);
    if (!known) this.fail(`${pointer}/op`, 'enum', `must be one of ${FILTER_OPERATORS.join(', ')}`);
    if (!field || !known) return undefined;
    if (field.refusal) {
      this.refusals.push({ parameter: 'filter', pointer: `${pointer}/field`, ...field.refusal });
      return undefined;
    }
    if (!applies(known, field.type)) {
      return this.fail(`${pointer}/op`, 'enum', `does not apply to a field of type ${field.type}`);
    }
    const values = this.values(known, field, node.value, `${pointer}/value`);
    if (!values || this.errors.length > before) return undefined;
    return this.node(name as string, field, known, values);
  }

  private field(name: unknown): ListField | undefined {
    if (typeof name !== 'string') return undefined;
    return Object.hasOwn(this.fields, name) ? this.fields[name] : this.place.reach?.(name);
  }

  private node(
    field: string,
    listed: ListField,
    op: FilterOperator,
    values: readonly (FilterValue | FilterSpan)[],
  ): FilterNode {
    const reached = Object.hasOwn(this.fields, field) ? {} : { reached: listed };
    const leaf = (each: FilterOperator, ...of: FilterValue[]): FilterNode => {
      return { kind: 'condition', field, op: each, values: of, ...reached };
    };
    const plain = values.filter((each) => typeof each !== 'object');
    if (plain.length === values.length) return leaf(op, ...plain);
    const spans = values.map((each) =>
      typeof each === 'object' ? each : { from: String(each), until: null },
    );
    return overSpans(op, spans, leaf);
  }

  private values(
    op: FilterOperator,
    field: ListField,
    value: unknown,
    pointer: string,
  ): (FilterValue | FilterSpan)[] | undefined {
    if (op === 'isSet' || op === 'isNotSet') {
      const none = value === undefined || value === null || value === true;
      return none ? [] : this.fail(pointer, 'type', 'must be absent');
    }
    if (op !== 'in' && op !== 'notIn' && op !== 'between') {
      const one = this.value(op, field, value, pointer);
      return one === undefined ? undefined : [one];
    }
    if (!Array.isArray(value)) return this.fail(pointer, 'type', 'must be a list');
    if (op === 'between' && value.length !== 2) {
      return this.fail(pointer, 'range', 'must be a list of two values');
    }
    if (value.length === 0 || value.length > MAX_ITEMS) {
      return this.fail(pointer, 'range', `must be a list of 1 to ${MAX_ITEMS} values`);
    }
    const read = value.map((each, i) => this.value(op, field, each, `${pointer}/${i}`));
    return read.every((each) => each !== undefined) ? read : undefined;
  }

  private value(
    op: FilterOperator,
    field: ListField,
    value: unknown,
    pointer: string,
  ): FilterValue | FilterSpan | undefined {
    const { day } = this.place;
    const read = spanMeant(field, value, day) ?? readValue(field, value, day);
    if (read === undefined) {
      return this.fail(pointer, field.values ? 'enum' : 'type', expectation(field, day));
    }
    if (typeof read !== 'string') return read;
    if (TEXTUAL.has(op)) return field.partial?.(read) ?? read;
    return SAME.has(op) || ORDERED.has(op) ? (field.canonical?.(read) ?? read) : read;
  }
}

const OF_SETS: ReadonlySet<FilterOperator> = new Set([
  'contains',
  'in',
  'notIn',
  'isSet',
  'isNotSet',
]);

function applies(op: FilterOperator, type: ListFieldType): boolean {
  if (type === 'set') return OF_SETS.has(op);
  if (TEXTUAL.has(op)) return type === 'text';
  return !ORDERED.has(op) || !UNORDERED_TYPES.has(type);
}

function escape(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
