import { sql, type TextRow, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { type ListDefinition, type WrittenMembers, writtenRows } from '@quittance/lists';
import { PORTAL_RIGHTS } from '../actors/portal-actor.js';
import type { PortalScope } from '../scope/portal-scope.js';
import type { PortalObject } from './portal-object.js';
import { isSeen, seenOf, seenText, sightOf, type Sayings } from './shown-members.js';

type Rights = PortalScope['rights'];

/** All of a list but what is of the one who asks: the same for everybody with the same rights. */
type Shape<Row, Item extends object> = Omit<ListDefinition<Row, Partial<Item>>, 'scope'>;

const shapes = new WeakMap<object, Map<number, unknown>>();

/**
 * The list of what somebody reaches, with the members that they may see and no others: it is
 * neither filtered, sorted nor searched by what is not shown, and its download has no column of it.
 */
export function listWithinReach<Row, Item extends object>(
  object: PortalObject<Row, Item>,
  scope: PortalScope,
): ListDefinition<Row, Partial<Item>> {
  const { within, completes } = object;
  return {
    ...shapeFor(object, scope.rights),
    scope: (_, bind) => within(scope, bind),
    ...(completes && { complete: (tx: Tx, items) => completes(tx, scope, items) }),
  };
}

/**
 * What of a list users of a portal may name at all: whoever has fewer rights than there are names
 * less.
 */
export function listShown<Row, Item extends object>(object: PortalObject<Row, Item>) {
  const { fields, defaultSort, columns } = shapeFor(object, new Set(PORTAL_RIGHTS));
  return { fields, defaultSort, ...(columns && { columns }) };
}

/** Made once for each object and what somebody sees of it: a request is spared it. */
function shapeFor<Row, Item extends object>(
  object: PortalObject<Row, Item>,
  rights: Rights,
): Shape<Row, Item> {
  const of = shapes.get(object) ?? new Map<number, unknown>();
  const sight = sightOf(rights);
  const known = of.get(sight) as Shape<Row, Item> | undefined;
  if (known) return known;
  const shape = shapeOf(object, new Set(rights));
  of.set(sight, shape);
  shapes.set(object, of);
  return shape;
}

function shapeOf<Row, Item extends object>(
  { list, says, searched }: PortalObject<Row, Item>,
  rights: Rights,
): Shape<Row, Item> {
  const { from, where, select, id, defaultSort, wide, columns } = list;
  const sees = (name: string) => isSeen((says as Sayings)[name], rights);
  const fields = Object.fromEntries(Object.entries(list.fields).filter(([name]) => sees(name)));
  const search = searched.flatMap((name) => fields[name]?.sql ?? []);
  const members = Object.keys(says).filter(sees);
  const map = (row: Row) => seenOf(says, list.map(row), rights);
  const written = writtenFor(list as ListDefinition, says as Sayings, rights);
  return {
    from,
    select,
    id,
    fields,
    search,
    defaultSort,
    members,
    columns: (columns ?? Object.keys(list.fields)).filter(sees),
    ...(where !== undefined && { where }),
    ...(wide !== undefined && { wide }),
    map,
    ...(written && { written: { select, map, members: written } }),
  };
}

/** What `seenOf` answers of a row, where the list writes its rows itself. */
function writtenFor(
  list: ListDefinition,
  says: Sayings,
  rights: Rights,
): WrittenMembers['members'] | undefined {
  const own = writtenRows.members(list);
  if (!own) return undefined;
  const seen = Object.entries(says).flatMap(([name, said]) => {
    const write = own[name];
    if (!write || !isSeen(said, rights)) return [];
    return [[name, (row: TextRow) => seenText(said, write(row), rights)] as const];
  });
  return Object.fromEntries(seen);
}

/** Which of these records somebody reaches. */
export async function idsWithinReach<Id extends string>(
  tx: Tx,
  { list: { from, id }, within }: Pick<PortalObject, 'list' | 'within'>,
  scope: PortalScope,
  ids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  const params: unknown[] = [tx.ctx.companyId, ids];
  const reached = within(scope, (value) => `$${params.push(value)}`);
  const [alias] = id.split('.');
  const found = await tx.rows<{ id: Id }>(
    // As many texts as there are objects, levels and rights that tell of reach.
    sql(`select ${id} from ${from}
     where ${alias}.company_id = $1::uuid and ${id} = any($2::uuid[]) and (${reached})`),
    params,
  );
  return new Set(found.map((row) => row.id));
}

/**
 * What is beyond reach is not there, and nothing tells it from what never was.
 * @throws DomainError not_found
 */
export async function requireWithinReach(
  tx: Tx,
  object: Pick<PortalObject, 'name' | 'list' | 'within'>,
  scope: PortalScope,
  id: string,
): Promise<void> {
  const found = await idsWithinReach(tx, object, scope, [id]);
  if (!found.has(id)) throw notFound({ object: object.name.replaceAll('-', ' ') });
}
