import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A column of an entity that is made of a description. */
export interface EntityColumn {
  readonly property: string;
  readonly name: string;
  /** As PostgreSQL names it: `text`, `timestamptz`. */
  readonly type: string;
}

/**
 * The entity of a table whose columns stand in a description: the same class as one with a
 * decorator on each property. Its key is the company and `id`.
 * @param table with its schema: `receivables.invoice`
 */
export function makeEntity<Row extends object>(
  table: string,
  columns: readonly EntityColumn[],
): new () => Row {
  const [schema, name] = table.split('.');
  if (!schema || !name) throw new Error(`${table} names no table with its schema`);
  const made = { [table]: class {} }[table] as new () => Row;
  Entity({ schema, name })(made);
  const prototype = made.prototype as object;
  PrimaryColumn({ name: 'company_id', type: 'uuid' })(prototype, 'companyId');
  for (const { property, name: column, type } of columns) {
    const decorate = property === 'id' ? PrimaryColumn : Column;
    decorate({ name: column, type } as { name: string; type: 'text' })(prototype, property);
  }
  return made;
}
