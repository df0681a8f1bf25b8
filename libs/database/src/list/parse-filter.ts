import type { FieldError } from '@quittance/kernel';
import { expectation, readValue } from './filter-value.js';
import {
  FILTER_OPERATORS,
  type FilterNode,
  type FilterOperator,
  type FilterValue,
  type ListField,
  type ListFieldType,
} from './list-definition.js';

const MAX_DEPTH = 6;
const MAX_CONDITIONS = 50;
const MAX_ITEMS = 200;

const ORDERED: ReadonlySet<FilterOperator> = new Set(['gt', 'gte', 'lt', 'lte', 'between']);
const TEXTUAL: ReadonlySet<FilterOperator> = new Set(['contains', 'startsWith', 'endsWith']);
const UNORDERED_TYPES: ReadonlySet<ListFieldType> = new Set(['id', 'enum', 'boolean']);

/** Reads a filter tree against an allowlist and gathers everything that is wrong with it. */
export class FilterParser {
  /** What cannot be read. */
  readonly errors: FieldError[] = [];
  /** What can be read and is not offered. */
  readonly refusals: FieldError[] = [];
  private conditions = 0;

  constructor(private readonly fields: Readonly<Record<string, ListField>>) {}

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
    const field = typeof name === 'string' && Object.hasOwn(this.fields, name) && this.fields[name];
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
    return { kind: 'condition', field: name as string, op: known, values };
  }

  private values(
    op: FilterOperator,
    field: ListField,
    value: unknown,
    pointer: string,
  ): FilterValue[] | undefined {
    if (op === 'isSet' || op === 'isNotSet') {
      const none = value === undefined || value === null || value === true;
      return none ? [] : this.fail(pointer, 'type', 'must be absent');
    }
    if (op !== 'in' && op !== 'notIn' && op !== 'between') {
      const one = this.value(field, value, pointer);
      return one === undefined ? undefined : [one];
    }
    if (!Array.isArray(value)) return this.fail(pointer, 'type', 'must be a list');
    if (op === 'between' && value.length !== 2) {
      return this.fail(pointer, 'range', 'must be a list of two values');
    }
    if (value.length === 0 || value.length > MAX_ITEMS) {
      return this.fail(pointer, 'range', `must be a list of 1 to ${MAX_ITEMS} values`);
    }
    const read = value.map((each, i) => this.value(field, each, `${pointer}/${i}`));
    return read.every((each) => each !== undefined) ? read : undefined;
  }

  private value(field: ListField, value: unknown, pointer: string): FilterValue | undefined {
    const read = readValue(field, value);
    return read ?? this.fail(pointer, field.values ? 'enum' : 'type', expectation(field));
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
