import { containsPart, isLongPart, type WorkBudget } from '@quittance/work';
import { epochMs, type Instant } from '@quittance/kernel';
import { parseDecimal, pow10, type Decimal } from '@quittance/money';
import type { FilterNode, FilterValue, ListField } from './list-definition.js';

type Condition = Extract<FilterNode, { kind: 'condition' }>;
type Fields = Readonly<Record<string, Pick<ListField, 'type'>>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Whether a record in memory passes a filter: what the SQL of the same filter would say of its row.
 * `values` are as the API shows them, by field name; what is missing is null. Text is compared by
 * code point and without regard to the case of ASCII letters, as PostgreSQL does in its C locale.
 * @param work pays for the characters that are gone through. What is answered once it is exhausted
 *   means nothing: whoever gives it looks.
 */
export function matchesFilter(
  fields: Fields,
  node: FilterNode,
  values: Values,
  work?: WorkBudget,
): boolean {
  const asked = { fields, values, work, small: new Map<string, string>() };
  return passes(asked, node);
}

interface Asked {
  readonly fields: Fields;
  readonly values: Values;
  readonly work: WorkBudget | undefined;
  /** Texts of the record in small letters, made once for each. */
  readonly small: Map<string, string>;
}

function passes(asked: Asked, node: FilterNode): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((each) => passes(asked, each));
    case 'or':
      return node.nodes.some((each) => passes(asked, each));
    case 'not':
      return !passes(asked, node.node);
    case 'condition':
      return holds(asked, node);
  }
}

/** What a comparison costs whatever it compares, in characters gone through. */
const CONDITION_WORK = 50;
/**
 * How often a character is looked at where a part is longer than what the engine looks for itself.
 */
const LOOKS_FOR_LONG = 4;

function holds(record: Asked, { field: name, op, values: asked }: Condition): boolean {
  const { fields, values, work } = record;
  const type = Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
  if (!type) throw new Error(`The filter names a field that is not listed: ${name}`);
  const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
  const length = typeof value === 'string' ? value.length : 0;
  const looks = op === 'contains' && isLongPart(String(asked[0])) ? LOOKS_FOR_LONG : 1;
  const cost = CONDITION_WORK * asked.length + length * looks * Math.max(asked.length, 1);
  if (work && !work.spend(cost)) return false;
  if (type === 'set') return holdsOfSet(op, Array.isArray(value) ? value : [], asked);
  const [first = '', second = ''] = asked;
  const order = (other: FilterValue) => (value === null ? NaN : compare(type, value, other));
  switch (op) {
    case 'isSet':
      return value !== null;
    case 'isNotSet':
      return value === null;
    case 'eq':
      return order(first) === 0;
    case 'ne':
      return order(first) !== 0;
    case 'in':
      return asked.some((each) => order(each) === 0);
    case 'notIn':
      return !asked.some((each) => order(each) === 0);
    case 'gt':
      return order(first) > 0;
    case 'gte':
      return order(first) >= 0;
    case 'lt':
      return order(first) < 0;
    case 'lte':
      return order(first) <= 0;
    case 'between':
      return order(first) >= 0 && order(second) <= 0;
    default:
      return value !== null && TEXTS[op](smallOf(record, name, value), folded(first));
  }
}

function holdsOfSet(op: Condition['op'], codes: readonly unknown[], asked: readonly FilterValue[]) {
  if (op === 'isSet') return codes.length > 0;
  if (op === 'isNotSet') return codes.length === 0;
  return asked.some((each) => codes.includes(each)) === (op !== 'notIn');
}

const TEXTS = {
  contains: containsPart,
  startsWith: (text: string, part: string) => text.startsWith(part),
  endsWith: (text: string, part: string) => text.endsWith(part),
};

function smallOf({ small }: Asked, name: string, value: unknown): string {
  let text = small.get(name);
  if (text === undefined) {
    text = folded(value);
    small.set(name, text);
  }
  return text;
}

const ASCII = /^[\0-\x7f]*$/;

function folded(value: unknown): string {
  const text = String(value);
  if (ASCII.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Less than, equal to or greater than 0, as `value` stands to `other`; NaN when it cannot be read.
 */
function compare(type: ListField['type'], value: unknown, other: FilterValue): number {
  switch (type) {
    case 'money':
    case 'decimal':
    case 'integer':
      return compareDecimals(parseDecimal(String(value)), parseDecimal(String(other)));
    case 'instant':
      return epochMs(String(value) as Instant) - epochMs(String(other) as Instant);
    case 'boolean':
      return Number(value) - Number(other);
    default:
      return Buffer.compare(Buffer.from(String(value)), Buffer.from(String(other)));
  }
}

function compareDecimals(a: Decimal | undefined, b: Decimal | undefined): number {
  if (!a || !b) return NaN;
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [a, b].map((each) => each.units * pow10(scale - each.scale));
  return left === right ? 0 : (left as bigint) < (right as bigint) ? -1 : 1;
}
