import { reach as reached } from '@quittance/access';
import type { ListDefinition } from '@quittance/lists';
import type { DescribedNoun } from './described-noun.js';
import { memberWriters } from './member-writers.js';

/**
 * The list of a noun: its columns, what it is filtered, sorted and searched by, its CSV, and what
 * of it whoever asks may see.
 * @param map shows a row, as `headOf` makes it
 */
export function nounList<Row extends object, View extends object>(
  { table, alias, rows, listFields, search, csv, defaultSort, reach }: DescribedNoun<Row>,
  map: (row: Row) => View,
): ListDefinition<Row, View> {
  const select = rows.select(alias);
  const members = memberWriters(map, rows.columns());
  return {
    from: `${table} ${alias}`,
    select,
    id: `${alias}.id`,
    fields: listFields,
    search,
    defaultSort,
    ...(csv && { columns: csv }),
    ...(reach && { resource: reach.resource }),
    ...(reach && { scope: (ctx, bind) => reached.rows(ctx, reach, alias, bind) }),
    map,
    ...(members && { written: { select, map, members } }),
  };
}
