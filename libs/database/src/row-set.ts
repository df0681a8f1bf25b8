import { getMetadataArgsStorage } from 'typeorm';
import { sql, type Sql } from './sql.js';
import type { Tx } from './tx.js';

/** The columns of an entity as SQL text, and its insert of any number of rows in one statement. */
export interface RowSet<Row> {
  /** `i.paid_amount as "paidAmount", …` for a select; without the company. */
  select(alias: string): string;
  /**
   * Inserts rows into the transaction's company; columns that the first row leaves undefined take
   * their defaults. The statement is sent before this returns.
   */
  insert(tx: Tx, rows: readonly Row[]): Promise<void>;
}

interface Column {
  readonly property: string;
  readonly name: string;
  readonly type: string;
}

const known = new Map<unknown, RowSet<object>>();

/**
 * Reads the columns off the entity's decorators, so that they are written once. TypeORM's own
 * insert builds its text anew for each call; this one is prepared and takes a set.
 */
export function rowSet<Row extends object>(entity: new () => Row): RowSet<Omit<Row, 'companyId'>> {
  const found = known.get(entity);
  if (found) return found as RowSet<Omit<Row, 'companyId'>>;
  const made = makeRowSet(entity);
  known.set(entity, made);
  return made as RowSet<Omit<Row, 'companyId'>>;
}

function makeRowSet(entity: new () => object): RowSet<object> {
  const columns = columnsOf(entity).filter(({ name }) => name !== 'company_id');
  const table = tableOf(entity);
  const statements = new Map<string, Sql>();
  return {
    select: (alias) =>
      columns.map(({ property, name }) => `${alias}.${name} as "${property}"`).join(', '),
    async insert(tx, rows) {
      const first = rows[0] as Record<string, unknown> | undefined;
      if (!first) return;
      const given = columns.filter(({ property }) => first[property] !== undefined);
      const shape = given.map(({ name }) => name).join();
      const statement = statements.get(shape) ?? insertStatement(table, given);
      statements.set(shape, statement);
      await tx.run(statement, [tx.ctx.companyId, ...given.map((column) => valuesOf(column, rows))]);
    },
  };
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

function insertStatement(table: string, columns: readonly Column[]): Sql {
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ name, type }) =>
    type === 'jsonb' ? `r.${name}::jsonb` : `r.${name}`,
  );
  const arrays = columns.map(({ type }, i) => `$${i + 2}::${type === 'jsonb' ? 'text' : type}[]`);
  return sql(`insert into ${table} (company_id, ${names})
    select $1::uuid, ${values.join(', ')} from unnest(${arrays.join(', ')}) as r(${names})`);
}

function valuesOf({ property, type }: Column, rows: readonly object[]): unknown[] {
  return rows.map((row) => {
    const value = (row as Record<string, unknown>)[property];
    return type === 'jsonb' && value !== null && value !== undefined
      ? JSON.stringify(value)
      : value;
  });
}
