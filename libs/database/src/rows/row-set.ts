import { getMetadataArgsStorage } from 'typeorm';
import { uuidArray } from './binary-array.js';
import { sent } from '../sent.js';
import { sql, type Sql } from './sql.js';
import {
  arrayType,
  columnEncoders,
  jsonText,
  type BoundColumn,
  type ColumnEncoder,
  type ColumnType,
} from './stored-columns.js';
import type { Tx } from '../tx.js';

/** The columns of an entity as SQL text, and its insert of any number of rows in one statement. */
export interface RowSet<Row> {
  /**
   * `i.paid_amount as "paidAmount", …` for a select; without the company, or only the ones named.
   */
  select(alias: string, only?: readonly (keyof Row)[]): string;
  /** The columns of such a select, in its order. */
  columns(only?: readonly (keyof Row)[]): readonly RowColumn[];
  /**
   * Inserts rows into the transaction's company; columns that the first row leaves undefined take
   * their defaults. The statement is sent before this returns.
   * @param onConflict `on conflict …`, one of a few fixed texts: what becomes of rows that are
   *   there
   */
  insert(tx: Tx, rows: readonly Row[], onConflict?: string): Promise<void>;
  /** As `insert`, of rows that may be there: answers how many were written. */
  offer(tx: Tx, rows: readonly Row[], onConflict: string): Promise<number>;
  /**
   * Some columns of rows that are made of these items, each as one array in PostgreSQL's binary
   * format: for sets of thousands, which are given columns ahead of others.
   */
  arrays<Item, Name extends keyof Row>(
    items: readonly Item[],
    picks: ColumnPicks<Row, Name, Item>,
  ): { readonly [N in Name]: BoundColumn };
  /**
   * Inserts rows by their columns; what is the same in all of them is told once. The statement is
   * sent before this returns.
   */
  insertArrays(
    tx: Tx,
    columns: { readonly [N in keyof Row]?: BoundColumn },
    alike?: Partial<Row>,
  ): Promise<void>;
  /**
   * Changes the rows with this key within the transaction's company; what is undefined stays.
   * Answers how many there were.
   */
  update(tx: Tx, key: Partial<Row>, patch: Partial<Row>): Promise<number>;
  /**
   * Makes the update of one row that writes these columns as they are in it, by its `id`. Its text
   * is made once and prepared; the statement is sent before the call returns.
   */
  storing(only: readonly (keyof Row)[]): StoredRow<Row>['store'];
  /**
   * Gives rows with these ids the same values, each its next version; what is undefined stays. The
   * statement is sent before this returns.
   */
  storeAlike(tx: Tx, ids: readonly string[], patch: Partial<Row>): Promise<void>;
}

/** What a row made of an item has in a column: of JSON its text, which many rows spell themselves. */
type ColumnPicks<Row, Name extends keyof Row, Item> = {
  readonly [N in Name]: (item: Item, position: number) => ColumnValue<Row[N]>;
};
type ColumnValue<Value> = Value extends string | number | bigint | boolean | null ? Value : string;

/** Writes one row. A method, so that a set of some rows is one of rows in general. */
interface StoredRow<Row> {
  store(tx: Tx, row: Row): Promise<void>;
}

/** A column of an entity: the name of its property and its SQL type. */
export interface RowColumn {
  readonly property: string;
  readonly type: string;
}

interface Column extends RowColumn {
  readonly name: string;
}

const known = new Map<unknown, RowSet<object>>();

/**
 * Reads the columns off the entity's decorators, so that they are written once. TypeORM's own
 * insert builds its text anew for each call; this one is prepared and takes a set.
 */
export function rowSet<Row extends object>(entity: new () => Row): RowSet<Omit<Row, 'companyId'>> {
  const found = known.get(entity);
  if (found) return found as RowSet<Omit<Row, 'companyId'>>;
  const columns = columnsOf(entity).filter(({ name }) => name !== 'company_id');
  const made = rowSetOf<object>(tableOf(entity), columns);
  known.set(entity, made);
  return made as RowSet<Omit<Row, 'companyId'>>;
}

/** The same of a table whose columns are told; without that of the company. */
export function rowSetOf<Row extends object>(
  table: string,
  columns: readonly Column[],
): RowSet<Row> {
  const statements = new Map<string, Sql>();
  return {
    ...insertedByColumns<Row>(table, columns, statements),
    select: (alias, only) =>
      chosen(columns, only as readonly string[])
        .map(({ property, name }) => `${alias}.${name} as "${property}"`)
        .join(', '),
    columns: (only) => chosen(columns, only as readonly string[]),
    insert(tx, rows, onConflict = '') {
      return sent.meaning(this.offer(tx, rows, onConflict), (written) => {
        if (onConflict === '') expectAll(table, rows, written);
      });
    },
    offer: offering<Row>(table, columns, statements),
    // Which columns change is the caller's choice, so that the texts are too many to be prepared.
    update(tx, key, patch) {
      const params: unknown[] = [tx.ctx.companyId];
      const terms = (fields: object) =>
        Object.entries(fields)
          .filter(([, value]) => value !== undefined)
          .map(([property, value]) => {
            const column = columns.find((each) => each.property === property);
            if (!column) throw new Error(`${table} has no column ${property}`);
            return `${column.name} = $${params.push(storedValue(column, value))}::${column.type}`;
          });
      const [changes, conditions] = [terms(patch), terms(key)];
      const where = ['company_id = $1', ...conditions].join(' and ');
      return tx.run(`update ${table} set ${changes.join(', ')} where ${where}`, params);
    },
    storing(only) {
      const written = chosen(columns, only as readonly string[]);
      const id = chosen(columns, ['id']);
      const statement = sql(updateOne(table, written));
      const bound = [...id, ...written];
      return (tx, row) => {
        const values = row as Record<string, unknown>;
        const params = bound.map((column) => storedValue(column, values[column.property]));
        return sent.meaning(tx.run(statement, [tx.ctx.companyId, ...params]), nothing);
      };
    },
    storeAlike(tx, ids, patch) {
      const values = patch as Record<string, unknown>;
      const given = columns.filter(({ property }) => values[property] !== undefined);
      const params = given.map((column) => storedValue(column, values[column.property]));
      const text = updateAlike(table, given);
      const statement = statements.get(text) ?? sql(text);
      statements.set(text, statement);
      const bound = [tx.ctx.companyId, uuidArray(ids, String), tx.ctx.now, ...params];
      return sent.meaning(tx.run(statement, bound), nothing);
    },
  };
}

/** Inserts rows by one statement that may leave some out, and answers how many were written. */
function offering<Row extends object>(
  table: string,
  columns: readonly Column[],
  statements: Map<string, Sql>,
): RowSet<Row>['offer'] {
  return (tx, rows, onConflict) => {
    const first = rows[0] as Record<string, unknown> | undefined;
    if (!first) return sent.by(Promise.resolve(0));
    const given = columns.filter(({ property }) => first[property] !== undefined);
    const single = rows.length === 1;
    const shape = `${single} ${given.map(({ name }) => name).join()} ${onConflict}`;
    const insert = single ? insertOne : insertMany;
    const statement =
      statements.get(shape) ?? sql(`${insert(table, given)} ${onConflict}`.trimEnd());
    statements.set(shape, statement);
    const values = given.map((column) =>
      single ? storedValue(column, first[column.property]) : valuesOf(column, rows),
    );
    return tx.run(statement, [tx.ctx.companyId, ...values]);
  };
}

/** Inserts that are given one array for each column. */
function insertedByColumns<Row extends object>(
  table: string,
  columns: readonly Column[],
  statements: Map<string, Sql>,
): Pick<RowSet<Row>, 'arrays' | 'insertArrays'> {
  return {
    arrays: (items, picks) =>
      Object.fromEntries(
        chosen(columns, Object.keys(picks)).map(({ property, type }) => [
          property,
          encoderOf(type)(items, picks[property as never] as never),
        ]),
      ) as never,
    insertArrays(tx, given, alike = {}) {
      const sets = chosen(columns, Object.keys(given));
      const single = chosen(columns, Object.keys(alike));
      const text = insertColumns(table, sets, single);
      const statement = statements.get(text) ?? sql(text);
      statements.set(text, statement);
      const values = given as Readonly<Record<string, unknown>>;
      const same = alike as Readonly<Record<string, unknown>>;
      const params = [
        tx.ctx.companyId,
        ...single.map((column) => storedValue(column, same[column.property])),
        ...sets.map(({ property }) => values[property]),
      ];
      return sent.meaning(tx.run(statement, params), nothing);
    },
  };
}

const nothing = () => undefined;

/** Beside the row of a company that is not there no set is written, and nothing refuses that. */
function expectAll(table: string, { length }: readonly unknown[], written: number): void {
  if (written !== length) throw new Error(`Of ${length} rows of ${table} ${written} were written`);
}

function chosen(columns: readonly Column[], only?: readonly string[]): readonly Column[] {
  return only ? columns.filter(({ property }) => only.includes(property)) : columns;
}

function columnsOf(entity: new () => object): Column[] {
  return getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity)
    .map(({ propertyName, options }) => {
      if (options.array) throw new Error(`${entity.name}.${propertyName}: arrays do not unnest`);
      return {
        property: propertyName,
        name: options.name ?? propertyName,
        type: String(options.type),
      };
    });
}

function tableOf(entity: new () => object): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table?.name) throw new Error(`${entity.name} is no entity`);
  return `${table.schema}.${table.name}`;
}

/** For a single row a third of the work of a set of one, on both sides. */
function insertOne(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ type }, i) => `$${i + 2}::${type}`);
  return `insert into ${table} (company_id, ${names}) values ($1::uuid, ${values.join(', ')})`;
}

function updateOne(table: string, columns: readonly Column[]): string {
  const changes = columns.map(({ name, type }, i) => `${name} = $${i + 3}::${type}`);
  return `update ${table} set ${changes.join(', ')} where company_id = $1 and id = $2::uuid`;
}

function updateAlike(table: string, columns: readonly Column[]): string {
  const changes = columns.map(({ name, type }, i) => `${name} = $${i + 4}::${type}, `);
  return `update ${table} set ${changes.join('')}version = version + 1, updated_at = $3
    where company_id = $1 and id = any($2::uuid[])`;
}

function insertMany(table: string, columns: readonly Column[]): string {
  return insertColumns(table, columns, []);
}

/**
 * A set by its columns, behind what is the same in all of its rows. It stands beside the row of its
 * company: so a cluster plans one machine, where it would copy rows, which row-level security
 * refuses. Arrays are taken apart where they are selected, one value of each for a row: as tables
 * of the query each would be written into a store of its own first, which was a tenth of what it
 * takes to insert lines of invoices.
 */
function insertColumns(
  table: string,
  columns: readonly Column[],
  alike: readonly Column[],
): string {
  const same = alike.map(({ name, type }, i) => ({ name, value: `$${i + 2}::${type}` }));
  const own = columns.map(({ name, type }) => {
    return { name, value: type === 'jsonb' ? `r.${name}::jsonb` : `r.${name}` };
  });
  const taken = columns.map(
    ({ name, type }, i) => `unnest($${i + alike.length + 2}::${arrayType(type)}) as ${name}`,
  );
  const all = [...same, ...own];
  return `insert into ${table} (company_id, ${all.map(({ name }) => name).join(', ')})
    select k.id, ${all.map(({ value }) => value).join(', ')}
    from company.pub_company k cross join (select ${taken.join(', ')}) as r
    where k.id = $1::uuid`;
}

/** @throws Error for a type that no set has had yet: a programming error */
function encoderOf(type: string): ColumnEncoder {
  const encode = columnEncoders[(type === 'jsonb' ? 'text' : type) as ColumnType];
  if (!encode) throw new Error(`No column of ${type} is bound as an array`);
  return encode as ColumnEncoder;
}

/** A column of rows as it is bound: in PostgreSQL's binary format, where its type has one. */
function valuesOf({ property, type }: Column, rows: readonly object[]): unknown {
  const encode = columnEncoders[type as ColumnType] as ColumnEncoder<unknown> | undefined;
  const valueOf = (row: object) => (row as Record<string, unknown>)[property] ?? null;
  return encode ? encode(rows, valueOf) : rows.map(valueOf);
}

function storedValue({ type }: Column, value: unknown): unknown {
  return type === 'jsonb' ? jsonText(value) : value;
}
