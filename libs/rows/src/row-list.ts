import type { ListDefinition, ListField } from '@quittance/lists';
import type { RowDescription, RowMember } from './describe-row.js';
import { LIST_TYPES } from './stored-types.js';
import { viewOf } from './row-view.js';

/** The list of a noun: its columns, what it is filtered, sorted and searched by, and its CSV. */
export function rowList<Row extends object, View extends object = Row>(
  described: RowDescription<Row>,
  alias = 't',
): ListDefinition<Row, View> {
  const { table, members, rows, defaultSort } = described;
  const listed = members.flatMap((member): [string, ListField][] => {
    const found = listField(member, alias, members);
    return found ? [[member.name, found]] : [];
  });
  return {
    from: `${table} ${alias}`,
    select: rows.select(alias),
    id: `${alias}.id`,
    fields: Object.fromEntries(listed),
    search: members.filter(({ searched }) => searched).map(({ column }) => `${alias}.${column}`),
    defaultSort,
    map: viewOf<Row, View>(described),
  };
}

function listField(
  { type, column, required, filterable, sortable, settings }: RowMember,
  alias: string,
  members: readonly RowMember[],
): ListField | undefined {
  const { options, currencyField } = settings;
  const listed = type === 'picklist' && options ? 'enum' : LIST_TYPES[type];
  if (!filterable || listed === undefined) return undefined;
  const currency = members.find(({ name }) => name === currencyField);
  return {
    sql: `${alias}.${column}`,
    type: currency ? 'money' : listed,
    ...(currency && { currency: `${alias}.${currency.column}` }),
    ...(options && { values: options.map(({ code }) => code) }),
    ...(required && { notNull: true }),
    ...(!sortable && { sortable: false }),
  };
}
