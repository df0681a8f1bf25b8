import type { Ctx, Permissions } from '@quittance/kernel';
import type { ListDefinition, ListNaming } from './list-definition.js';
import { hidesWeighed, namesAmount, unwrittenMembers } from './unwritten-members.js';

type Bound = Pick<ListDefinition, 'resource'>;

/** The members of its rows that whoever asks is not shown; undefined where they see all. */
export function hiddenIn(ctx: Ctx, { resource }: Bound): ReadonlySet<string> | undefined {
  const { permissions } = ctx;
  if (!permissions.fieldBound?.length) return undefined;
  const own = resource === undefined ? undefined : permissions.fields?.(resource)?.hidden;
  const beside = permissions.fields?.('*')?.hidden;
  const all = new Set([...(own ?? []), ...(beside ?? [])]);
  return all.size > 0 ? all : undefined;
}

/** `billingAddress` of `billingAddress.city`. */
const memberName = (name: string) => name.split('.', 1)[0] ?? name;

/**
 * The list as whoever asks is shown it: what is hidden from them is no field of it, so that nothing
 * filters, sorts, groups or draws by it, in no row, in no download, and is not looked into by
 * `search`. The same list where nothing is hidden.
 */
function asShown<Row, Item extends object>(
  ctx: Ctx,
  list: ListDefinition<Row, Item>,
): ListDefinition<Row, Item> {
  const hidden = hiddenIn(ctx, list);
  if (!hidden) return list;
  const isShown = (name: string) => !hidden.has(memberName(name));
  const { fields: shown, ...found } = shownNames(ctx, list);
  // By it the rows of a list are in an order of which nothing is told.
  const fields = { ...shown };
  fields.id ??= { sql: list.id, type: 'id', notNull: true };
  // What writes rows unread writes all of them.
  const { write: _, written: _written, named: _named, columns, members, reach, ...rest } = list;
  return {
    ...rest,
    ...found,
    fields,
    defaultSort: shownSort(list.defaultSort, fields),
    ...(columns && { columns: columns.filter(isShown) }),
    ...(members && { members: members.filter(isShown) }),
    ...(reach && {
      reach: (name: string) =>
        isShown(name) && !hidden.has(`${memberName(name)}Id`) ? reach.call(list, name) : undefined,
    }),
  };
}

type Found = Pick<ListDefinition, 'fields' | 'search' | 'named'>;

/**
 * What of a list its records are found and named by, as whoever asks is shown it: no hidden field,
 * nor a column of one. The same where nothing is hidden.
 */
function shownNames(ctx: Ctx, list: Bound & Found): Found {
  const { fields: all, search, named } = list;
  const hidden = hiddenIn(ctx, list);
  if (!hidden) return { fields: all, search, ...(named && { named }) };
  const fields = Object.fromEntries(
    Object.entries(all).filter(([name]) => !hidden.has(memberName(name))),
  );
  const naming = named && shownNaming(named, fields);
  return { fields, search: shownSearch(ctx, list), ...(naming && { named: naming }) };
}

/** Undefined where the name is hidden. An index of words has those of all fields and serves none. */
function shownNaming(
  { label, context, account, keys }: ListNaming,
  fields: ListDefinition['fields'],
): ListNaming | undefined {
  const shown = new Set(Object.values(fields).map(({ sql }) => sql));
  if (!shown.has(label)) return undefined;
  return {
    label,
    context: context.filter((column) => shown.has(column)),
    ...(account !== undefined && shown.has(account) && { account }),
    keys: keys.filter((column) => shown.has(column)),
  };
}

/** SQL of what `search` looks into: of a list with hidden fields, the columns of shown ones alone. */
export function shownSearch(
  ctx: Ctx,
  { resource, fields, search }: Pick<ListDefinition, 'resource' | 'fields' | 'search'>,
): readonly string[] {
  const hidden = hiddenIn(ctx, { resource });
  if (!hidden) return search;
  const shown = new Set(
    Object.entries(fields).flatMap(([name, { sql }]) =>
      hidden.has(memberName(name)) ? [] : [sql],
    ),
  );
  return search.filter((column) => shown.has(column));
}

/** An order by what is hidden would tell of it. */
function shownSort(sort: string, fields: ListDefinition['fields']): string {
  const left = sort.split(',').filter((key) => Object.hasOwn(fields, key.replace(/^-/, '')));
  return left.length > 0 ? left.join(',') : 'id';
}

/** The rows without the members that are hidden from whoever asks. */
export function shownItems<Item extends object>(
  ctx: Ctx,
  list: Bound,
  items: readonly Item[],
): readonly Item[] {
  const hidden = hiddenIn(ctx, list);
  if (!hidden) return items;
  return items.map((item) => {
    const shown = Object.entries(item).filter(([name]) => !hidden.has(memberName(name)));
    return Object.fromEntries(shown) as Item;
  });
}

/** Whether somebody is shown less than all members of the records of a resource. */
function hidesFields(permissions: Permissions, resource: string): boolean {
  return (permissions.fields?.(resource)?.hidden.size ?? 0) > 0;
}

/** Whether somebody looks at all records of a resource, and at all of each. */
function seesWhole(permissions: Permissions, resource: string): boolean {
  const seesAll =
    permissions.can(resource, 'view') && permissions.scope(resource, 'view') === 'all';
  return seesAll && !hidesFields(permissions, resource);
}

/** What of records somebody is shown. */
export const sight = {
  list: asShown,
  names: shownNames,
  hidden: hiddenIn,
  member: memberName,
  hides: hidesFields,
  whole: seesWhole,
  unwritten: unwrittenMembers,
  hidesWeighed,
  namesAmount,
} as const;
