import { reach as reached } from '@quittance/access';
import type { ListDefinition } from '@quittance/lists';
import type { DescribedNoun } from './described-noun.js';

/**
 * The list of a noun: its columns, what it is filtered, sorted and searched by, its CSV, and what
 * of it whoever asks may see.
 * @param map shows a row, as `headOf` makes it
 */
export function nounList<Row extends object, View extends object>(
  { table, alias, rows, listFields, search, csv, defaultSort, reach }: DescribedNoun<Row>,
  map: (row: Row) => View,
): ListDefinition<Row, View> {
  return {
    from: `${table} ${alias}`,
    select: rows.select(alias),
    id: `${alias}.id`,
    fields: listFields,
    search,
    defaultSort,
    ...(csv && { columns: csv }),
    ...(reach && { resource: reach.resource }),
    ...(reach && { scope: (ctx, bind) => reached.rows(ctx, reach, alias, bind) }),
    map,
  };
}
