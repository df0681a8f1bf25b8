import { sql, type Tx } from '@quittance/database';
import {
  listPage,
  parseListRequest,
  type ListDefinition,
  type ListNarrowing,
} from '@quittance/lists';

/**
 * A list that has some members and no others, to filter and sort by either, nor to ask for: what
 * some are not shown is as unknown to them as what never was.
 */
export function withMembers<Row, Item extends object, const Name extends keyof Item & string>(
  list: ListDefinition<Row, Item>,
  names: readonly Name[],
): ListDefinition<Row, Pick<Item, Name>> {
  const { fields, map, columns: _, ...rest } = list;
  const known = names.filter((name) => name in fields);
  return {
    ...rest,
    fields: Object.fromEntries(known.map((name) => [name, fields[name] as (typeof fields)[Name]])),
    columns: known,
    members: names,
    map: (row) => only(map(row), names),
  };
}

/** Some members of an answer. */
export function only<Item extends object, Name extends keyof Item>(
  item: Item,
  names: readonly Name[],
): Pick<Item, Name> {
  return Object.fromEntries(names.map((name) => [name, item[name]])) as Pick<Item, Name>;
}

/** One record of a list as the list shows it; undefined where it is not among them. */
export async function findListed<Row, Item extends object>(
  tx: Tx,
  list: ListDefinition<Row, Item>,
  id: string,
  narrowing: ListNarrowing,
): Promise<Item | undefined> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const company = list.id.replace(/\.id$/, '.company_id');
  const conditions = [`${company} = $1`, `${list.id} = $2`, `(${narrowing(bind)})`];
  if (list.where) conditions.push(`(${list.where})`);
  const text = `select ${list.select} from ${list.from} where ${conditions.join(' and ')}`;
  const row = await tx.maybe<Row>(sql(text), params);
  const item = row && list.map(row);
  if (!item || !list.complete) return item;
  const [whole] = await list.complete(tx, [item]);
  return whole;
}

/** The first of a list, as members of something else. */
export async function someListed<Row, Item extends object>(
  tx: Tx,
  list: ListDefinition<Row, Item>,
  narrowing: ListNarrowing,
  most: number,
): Promise<readonly Item[]> {
  const query = { cursor: '', pageSize: String(most) };
  return (await listPage(tx, list, parseListRequest(list as never, query), narrowing)).data;
}
