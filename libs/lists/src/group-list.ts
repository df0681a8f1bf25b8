import type { Tx } from '@quittance/database';
import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import type { Aggregate, GroupKey, GroupRequest } from './group-request.js';
import type {
  Bind,
  ListDefinition,
  ListField,
  ListNarrowing,
  ListRequest,
} from './list-definition.js';
import { besideJoins } from './list-joins.js';
import { shownSearch } from './shown-fields.js';
import { binder, conditions } from './list-statement.js';
import { tooManyGroups } from './list.errors.js';

/** A caller draws groups: more of them are a download. */
export const MOST_LIST_GROUPS = 1000;
/** With a row beside each group for every currency in it. */
const MOST_ROWS = 20_000;

/** An amount that was worked out of those of one currency. */
export interface GroupAmount {
  readonly currency: string;
  readonly amount: string;
}

type Told = string | null | readonly GroupAmount[];

/** The records that have the same values in the members grouped by. */
export interface ListGroup {
  /** The value of each member; of a period its first day. */
  readonly key: Readonly<Record<string, string | number | boolean | null>>;
  readonly count: number;
  readonly sum?: Readonly<Record<string, Told>>;
  readonly avg?: Readonly<Record<string, Told>>;
  readonly min?: Readonly<Record<string, Told>>;
  readonly max?: Readonly<Record<string, Told>>;
}

type Row = Readonly<Record<string, string | null>>;

/**
 * The groups of a list under the filter, scope and rights of its rows, in the order of their keys:
 * one statement and one pass. Amounts are told for each currency by itself.
 * @param timeZone in which instants have their days
 * @throws DomainError too_many_groups
 */
export async function groupList(
  tx: Tx,
  definition: ListDefinition,
  request: ListRequest,
  groups: GroupRequest,
  { timeZone, narrowing }: { readonly timeZone: string; readonly narrowing?: ListNarrowing },
): Promise<readonly ListGroup[]> {
  const { params, bind } = binder();
  const searched = { ...definition, search: shownSearch(tx.ctx, definition) };
  const where = conditions(tx.ctx, searched, request, narrowing, bind);
  const { keys, aggregates } = groups;
  const fields = [...keys, ...aggregates].map(({ field }) => field);
  const from = [definition.from, ...besideJoins(fields, bind)].join(' ');
  const currencies = currenciesOf(aggregates);
  const names = keys.map((_, i) => `k${i}`);
  const columns = [
    ...keys.map((key, i) => `${keySql(key, timeZone, bind)} as k${i}`),
    ...currencies.map((sql, i) => `${sql} as c${i}`),
    ...aggregates.map(({ field }, i) => `${rowField(field).sql} as a${i}`),
  ];
  const sets = [names, ...currencies.map((_, i) => [...names, `c${i}`])];
  const rows = await tx.rows<Row>(
    `select ${[
      ...names.map((name) => `${name}::text as ${name}`),
      ...currencies.flatMap((_, i) => [`c${i}`, `grouping(c${i})::text as g${i}`]),
      'count(*)::text as n',
      ...aggregates.map((each, i) => `${told(each, i)} as t${i}`),
    ].join(', ')}
    from (select ${columns.join(', ')} from ${from} where ${where}) listed
    group by grouping sets (${sets.map((set) => `(${set.join(', ')})`).join(', ')})
    order by ${names.map((name) => `listed.${name}`).join(', ')} limit ${MOST_ROWS + 1}`,
    params,
  );
  const plain = rows.filter((row) => currencies.every((_, i) => row[`g${i}`] === '1'));
  if (plain.length > MOST_LIST_GROUPS || rows.length > MOST_ROWS) {
    throw tooManyGroups({ most: MOST_LIST_GROUPS });
  }
  const inCurrency = byGroup(rows, names, currencies);
  return plain.map((row) => groupOf(groups, currencies, row, inCurrency));
}

/** Of another row the field as it is joined. */
function rowField(field: ListField): ListField {
  return field.beside?.field ?? field;
}

function currenciesOf(aggregates: readonly Aggregate[]): readonly string[] {
  return [...new Set(aggregates.flatMap(({ field }) => moneyOf(field) ?? []))];
}

/** The currency of an amount; undefined for what is none. */
function moneyOf(field: ListField): string | undefined {
  const { type, currency } = rowField(field);
  return type === 'money' ? currency : undefined;
}

/** Weeks begin on Monday, as PostgreSQL and ISO 8601 have them. */
function keySql({ field, unit }: GroupKey, timeZone: string, bind: Bind): string {
  const { sql, type } = rowField(field);
  if (unit === null) return sql;
  const wall = type === 'instant' ? `${sql} at time zone ${bind(timeZone)}` : `(${sql})::timestamp`;
  return `date_trunc('${unit}', ${wall})::date`;
}

/** Digits of an average behind the point, where no currency says how many. */
const AVERAGE_DIGITS = 6;

function told({ fn, field }: Aggregate, i: number): string {
  const plain = `${fn}(a${i})`;
  const { type, keepsDigits } = rowField(field);
  if (fn === 'avg') {
    const digits = keepsDigits ? `max(scale(a${i}))` : AVERAGE_DIGITS;
    return `round(avg(a${i})${type === 'money' ? '' : `, ${digits}`})::text`;
  }
  if (type !== 'instant') return `${plain}::text`;
  return `to_char(${plain} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const keyOf = (row: Row, names: readonly string[]) =>
  JSON.stringify(names.map((name) => row[name] ?? null));

/** The rows of a currency, by the group that they are of. */
function byGroup(
  rows: readonly Row[],
  names: readonly string[],
  currencies: readonly string[],
): (row: Row, currency: number) => readonly Row[] {
  const found = new Map<string, Row[]>();
  const at = (row: Row, i: number) => `${i} ${keyOf(row, names)}`;
  for (const row of rows) {
    for (const i of currencies.keys()) {
      if (row[`g${i}`] !== '0') continue;
      found.set(at(row, i), [...(found.get(at(row, i)) ?? []), row]);
    }
  }
  return (row, i) => found.get(at(row, i)) ?? [];
}

function groupOf(
  { keys, aggregates }: GroupRequest,
  currencies: readonly string[],
  row: Row,
  inCurrency: (row: Row, currency: number) => readonly Row[],
): ListGroup {
  const group: Record<string, unknown> = {
    key: Object.fromEntries(keys.map((key, i) => [key.name, keyValue(key, row[`k${i}`] ?? null)])),
    count: Number(row['n']),
  };
  for (const [i, { fn, name, field }] of aggregates.entries()) {
    const currency = moneyOf(field);
    const value =
      currency === undefined
        ? plainValue(field, row[`t${i}`] ?? null)
        : amounts(inCurrency(row, currencies.indexOf(currency)), currencies.indexOf(currency), i);
    group[fn] = { ...(group[fn] as object | undefined), [name]: value };
  }
  return group as unknown as ListGroup;
}

function keyValue({ field, unit }: GroupKey, text: string | null) {
  if (text === null || unit !== null) return text;
  const { type } = rowField(field);
  if (type === 'boolean') return text === 'true';
  return type === 'integer' ? Number(text) : text;
}

function plainValue(field: ListField, text: string | null): string | null {
  const { type, keepsDigits } = rowField(field);
  if (text === null || keepsDigits) return text;
  return type === 'decimal' || type === 'integer' ? trimDecimal(text) : text;
}

/** Records without an amount have none in any currency. */
function amounts(rows: readonly Row[], currency: number, i: number): readonly GroupAmount[] {
  return rows.flatMap((row) => {
    const code = row[`c${currency}`] ?? null;
    const minor = row[`t${i}`] ?? null;
    if (code === null || minor === null) return [];
    return { currency: code, amount: formatMinor(BigInt(minor), code as Currency) };
  });
}
