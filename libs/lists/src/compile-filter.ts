import { isCurrency } from '@quittance/money';
import type {
  Bind,
  FilterNode,
  FilterValue,
  ListDefinition,
  ListField,
  ListFieldType,
} from './list-definition.js';
import { thresholdOf, type Rounding } from './money-terms.js';

type Condition = Extract<FilterNode, { kind: 'condition' }>;
type Fields = ListDefinition['fields'];
/** Currency columns (SQL) that another condition already pins to one code. */
export type KnownCurrencies = ReadonlyMap<string, string>;

export const SQL_TYPES: Readonly<Record<ListFieldType, string>> = {
  text: 'text',
  id: 'uuid',
  enum: 'text',
  money: 'bigint',
  decimal: 'numeric',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
  // Written in one way, texts of times are ordered as they are.
  time: 'text',
  set: 'jsonb',
};

const COMPARISONS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
/** Where the value is rounded, its neighbours may be rounded to the same. */
const NEARLY: Record<keyof typeof COMPARISONS, string> = { ...COMPARISONS, gt: '>=', lt: '<=' };
const ROUNDINGS: Record<keyof typeof COMPARISONS, Rounding> = {
  eq: 'none',
  gt: 'floor',
  gte: 'ceil',
  lt: 'ceil',
  lte: 'floor',
};
type Comparison = keyof typeof COMPARISONS;

const OPPOSITES = { ne: 'eq', notIn: 'in', isNotSet: 'isSet' } as const;

/**
 * The SQL of a filter. Each condition either holds or does not, null included, so that a filter and
 * its negation split the records in two: `not` is pushed down to the conditions, where a negated
 * one reads `(…) is not true`, and the plain ones stay in the form that indexes serve.
 */
export class FilterCompiler {
  constructor(
    private readonly fields: Fields,
    private readonly bind: Bind,
  ) {}

  compile(node: FilterNode, known: KnownCurrencies, negated = false): string {
    if (node.kind === 'not') return this.compile(node.node, known, !negated);
    if (node.kind === 'condition') return this.condition(node, known, negated);
    const conjunction = (node.kind === 'and') !== negated;
    const pinned = conjunction && !negated ? pinnedCurrencies(node, this.fields, known) : known;
    const parts = node.nodes.map((each) => this.compile(each, pinned, negated));
    return `(${parts.join(conjunction ? ' and ' : ' or ')})`;
  }

  private condition(node: Condition, known: KnownCurrencies, negated: boolean): string {
    const field = node.reached ?? this.fields[node.field];
    if (!field) throw new Error(`The filter names a field that is not listed: ${node.field}`);
    const opposite = OPPOSITES[node.op as keyof typeof OPPOSITES];
    const plain = this.truth(field, opposite ?? node.op, node.values, known);
    const truth = field.within ? field.within(plain, this.bind) : plain;
    return negated !== (opposite !== undefined) ? `(${truth}) is not true` : truth;
  }

  private truth(
    field: ListField,
    op: Exclude<Condition['op'], keyof typeof OPPOSITES>,
    values: readonly FilterValue[],
    known: KnownCurrencies,
  ): string {
    if (field.type === 'set') return this.inSet(field, op, values);
    const [first = '', second = ''] = values;
    switch (op) {
      case 'isSet':
        return `${field.sql} is not null`;
      case 'in':
        return this.membership(field, values);
      case 'between':
        return (
          `(${this.comparison(field, 'gte', first, known)} and ` +
          `${this.comparison(field, 'lte', second, known)})`
        );
      case 'contains':
        return `${field.sql} ilike ${this.bind(`%${likeText(first)}%`)}`;
      case 'startsWith':
        return `${field.sql} ilike ${this.bind(`${likeText(first)}%`)}`;
      case 'endsWith':
        return `${field.sql} ilike ${this.bind(`%${likeText(first)}`)}`;
      default:
        return this.comparison(field, op, first, known);
    }
  }

  /** A set without a code is as good as none. */
  private inSet({ sql }: ListField, op: string, values: readonly FilterValue[]): string {
    if (op === 'isSet') return `(${sql} is not null and ${sql} <> '[]'::jsonb)`;
    return `${sql} ?| ${this.bind([...values])}::text[]`;
  }

  private comparison(
    field: ListField,
    op: Comparison,
    value: FilterValue,
    known: KnownCurrencies,
  ): string {
    const { sql, type, currency } = field;
    if (type === 'money' && currency !== undefined) {
      const code = known.get(currency);
      const threshold = thresholdOf(String(value), ROUNDINGS[op], currency, code, this.bind);
      return `${sql} ${COMPARISONS[op]} ${threshold}`;
    }
    const place = `${this.bind(value)}::${SQL_TYPES[type]}`;
    const exact = `${sql} ${COMPARISONS[op]} ${place}`;
    if (field.approximate === undefined) return exact;
    return `(${field.approximate} ${NEARLY[op]} ${place}::float8 and ${exact})`;
  }

  private membership(field: ListField, values: readonly FilterValue[]): string {
    const { sql, type, currency, approximate } = field;
    const list = this.bind([...values]);
    if (type === 'money' && currency !== undefined) {
      return `public.major_units(${sql}, ${currency}) = any(${list}::numeric[])`;
    }
    const exact = `${sql} = any(${list}::${SQL_TYPES[type]}[])`;
    if (approximate === undefined) return exact;
    return `(${approximate} = any(${list}::numeric[]::float8[]) and ${exact})`;
  }
}

/** `%`, `_` and the escape itself stand for themselves. */
export function likeText(value: FilterValue): string {
  return String(value).replace(/[\\%_]/g, '\\$&');
}

/** Currency columns that the conditions of a conjunction pin, beside those already known. */
export function pinnedCurrencies(
  node: FilterNode,
  fields: Fields,
  known: KnownCurrencies = new Map(),
): KnownCurrencies {
  const conditions = node.kind === 'and' ? node.nodes : [node];
  const pinned = new Map(known);
  for (const each of conditions) {
    if (each.kind !== 'condition' || each.op !== 'eq') continue;
    const column = fields[each.field]?.sql;
    const [code] = each.values;
    if (column !== undefined && isCurrency(code)) pinned.set(column, code);
  }
  return pinned;
}
