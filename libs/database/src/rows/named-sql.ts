import type { Ctx } from '@quittance/kernel';
import type { Tx } from '../tx.js';
import { uuidArray } from './binary-array.js';
import { sql, type Sql } from './sql.js';
import {
  arrayType,
  columnEncoders,
  jsonText,
  type BoundColumn,
  type BoundType,
  type BoundTypes,
  type ColumnType,
  type ColumnTypes,
} from './stored-columns.js';

type Values = Readonly<Record<string, BoundType>>;
type Rows = Readonly<Record<string, ColumnType>>;

/** What is bound to a statement beside what its transaction tells. */
interface Names<V extends Values, R extends Rows> {
  /** `:name` with its type, to which it is cast. */
  readonly values?: V;
  /**
   * Columns of a set of rows, which the statement names `:rows as r`: `r.discount_percent` of the
   * column `discountPercent`.
   */
  readonly rows?: R;
}

/** None where none are told: the compiler then has any name there is. */
type ValuesOf<V extends Values> = {
  readonly [Name in keyof V as string extends Name ? never : Name]: BoundTypes[V[Name]] | null;
};
type ColumnsOf<R extends Rows> = {
  readonly [Name in keyof R as string extends Name ? never : Name]: BoundColumn;
};
type RowOf<R extends Rows> = { readonly [Name in keyof R]: ColumnTypes[R[Name]] | null };
type Picks<R extends Rows, Name extends keyof R, Row> = {
  readonly [N in Name]: (row: Row, position: number) => ColumnTypes[R[N]] | null;
};

/** A constant statement whose parameters have names. */
interface NamedSql<V extends Values, R extends Rows> {
  /** The statement with positions, prepared like any constant one. */
  readonly sql: Sql;
  /** What stands at its positions. */
  params(ctx: Ctx, bound: ValuesOf<V> & ColumnsOf<R>): readonly unknown[];
  /** Answers how many rows it touched. Sent before this returns, as are the others. */
  run(tx: Tx, bound: ValuesOf<V> & ColumnsOf<R>): Promise<number>;
  rows<T>(tx: Tx, bound: ValuesOf<V> & ColumnsOf<R>): Promise<T[]>;
  /** The first row, or undefined. */
  maybe<T>(tx: Tx, bound: ValuesOf<V> & ColumnsOf<R>): Promise<T | undefined>;
  /** The first row. @throws Error when there is none. */
  one<T>(tx: Tx, bound: ValuesOf<V> & ColumnsOf<R>): Promise<T>;
  /** The columns of rows that have members of their names. */
  columns(rows: readonly RowOf<R>[]): ColumnsOf<R>;
  /** The columns that are picked, so that some can be made before the others are known. */
  columns<Row, Name extends keyof R>(
    rows: readonly Row[],
    picks: Picks<R, Name, Row>,
  ): { readonly [N in Name]: BoundColumn };
}

/** What every statement may name, as its transaction has it. */
const OF_CTX: Readonly<Record<string, readonly [BoundType, (ctx: Ctx) => unknown]>> = {
  companyId: ['uuid', ({ companyId }) => companyId],
  now: ['timestamptz', ({ now }) => now],
  userId: ['uuid', ({ userId }) => userId],
  actorKind: ['text', ({ actor }) => actor.kind],
  actorId: ['text', ({ actor }) => actor.id],
  actorName: ['text', ({ actor }) => actor.name],
  requestId: ['text', ({ requestId }) => requestId],
  ip: ['text', ({ ip }) => ip],
};

/**
 * Makes a statement whose parameters are named in its text: `:companyId`, `:now` and what else
 * stands in `OF_CTX` are the transaction's, the others are told with their types. Positions are
 * counted once, here.
 * @throws Error when the text names what is not told, or not what is: found at start-up
 */
export function namedSql<const V extends Values, const R extends Rows>(
  text: string,
  names: Names<V, R>,
): NamedSql<V, R> {
  const { rows: columns = {} as R } = names;
  const both = Object.keys(columns).find((name) => name in OF_CTX);
  if (both) throw new Error(`A statement has two that are called ${both}: ${text}`);
  const values: Values = { ...names.values };
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size + 1;
    places.set(name, place);
    return place;
  };
  const positioned = withRows(text, columns, placeOf).replace(NAME, (_, name: string) => {
    const type = values[name] ?? OF_CTX[name]?.[0];
    if (!type) throw new Error(`A statement names :${name}, which it does not have: ${text}`);
    return `$${placeOf(name)}::${type}`;
  });
  const unused = Object.keys({ ...values, ...columns }).filter((name) => !places.has(name));
  if (unused.length > 0) throw new Error(`A statement does not name ${unused.join()}: ${text}`);
  return boundBy(sql(positioned), [...places.keys()], values, columns);
}

/** Not a cast, which has two colons. */
const NAME = /(?<![:\w]):([a-z]\w*)/gi;
const ROWS = /(?<![:\w]):rows as (\w+)/g;

/**
 * An insert takes arrays apart where they are selected, as that of a row set does: as a table of
 * the query they would be written into a store of its own first.
 */
function withRows(text: string, columns: Rows, placeOf: (name: string) => number): string {
  const all = Object.entries(columns).map(([name, type]) => {
    return { column: snakeCase(name), array: () => `$${placeOf(name)}::${arrayType(type)}` };
  });
  if (all.length === 0) return text;
  const names = all.map(({ column }) => column).join(', ');
  const isInsert = /^\s*insert\b/i.test(text);
  return text.replace(ROWS, (_, alias: string) => {
    if (!isInsert)
      return `unnest(${all.map(({ array }) => array()).join(', ')}) as ${alias}(${names})`;
    const taken = all.map(({ column, array }) => `unnest(${array()}) as ${column}`);
    return `(select ${taken.join(', ')}) as ${alias}`;
  });
}

function boundBy<V extends Values, R extends Rows>(
  statement: Sql,
  names: readonly string[],
  values: Values,
  columns: R,
): NamedSql<V, R> {
  const readers = names.map((name): ((ctx: Ctx, bound: Bound) => unknown) => {
    if (values[name] === 'jsonb') return (_, bound) => jsonText(bound[name]);
    if (values[name] === 'uuid[]') return (_, bound) => manyIds(bound[name]);
    const own = name in values || name in columns ? undefined : OF_CTX[name];
    return own ? own[1] : (_, bound) => bound[name];
  });
  const params = (ctx: Ctx, bound: object) => readers.map((read) => read(ctx, bound as Bound));
  return {
    sql: statement,
    params,
    run: (tx, bound) => tx.run(statement, params(tx.ctx, bound)),
    rows: (tx, bound) => tx.rows(statement, params(tx.ctx, bound)),
    maybe: (tx, bound) => tx.maybe(statement, params(tx.ctx, bound)),
    one: (tx, bound) => tx.one(statement, params(tx.ctx, bound)),
    columns: (rows: readonly object[], picks: object = byName(columns)) =>
      Object.fromEntries(
        Object.entries(picks).map(([name, pick]) => [
          name,
          columnEncoders[columns[name] as ColumnType](rows, pick as never),
        ]),
      ) as never,
  };
}

/** Above so many ids to write them in binary costs less than to quote and parse them. */
const FEW = 16;

/** As they are where one is none: PostgreSQL says what is wrong with it, as it does of a few. */
function manyIds(ids: unknown): unknown {
  if (!Array.isArray(ids) || ids.length <= FEW) return ids;
  try {
    return uuidArray(ids as string[], (id) => id);
  } catch (error) {
    if (error instanceof TypeError) return ids;
    throw error;
  }
}

type Bound = Readonly<Record<string, unknown>>;

function byName(columns: Rows): object {
  const picks = Object.keys(columns).map((name) => [name, (row: Bound) => row[name] ?? null]);
  return Object.fromEntries(picks) as object;
}

/** The column of a member: `discount_percent` of `discountPercent`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
