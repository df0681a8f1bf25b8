import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import type { PortalScope } from '../scope/portal-scope.js';
import type { PortalObject } from './portal-object.js';
import { isSeen, seenOf, type Sayings } from './shown-members.js';

/**
 * The list of what somebody reaches, with the members that they may see and no others: it is
 * neither filtered, sorted nor searched by what is not shown, and its download has no column of it.
 */
export function listWithinReach<Row, Item extends object>(
  { list, within, says, searched, completes }: PortalObject<Row, Item>,
  scope: PortalScope,
): ListDefinition<Row, Partial<Item>> {
  const { from, where, select, id, defaultSort, wide, columns } = list;
  const { rights } = scope;
  const sees = (name: string) => isSeen((says as Sayings)[name], rights);
  const fields = Object.fromEntries(Object.entries(list.fields).filter(([name]) => sees(name)));
  const search = searched.flatMap((name) => fields[name]?.sql ?? []);
  return {
    from,
    select,
    id,
    fields,
    search,
    defaultSort,
    members: Object.keys(says).filter(sees),
    columns: (columns ?? Object.keys(list.fields)).filter(sees),
    ...(where !== undefined && { where }),
    ...(wide !== undefined && { wide }),
    scope: (_, bind) => within(scope, bind),
    map: (row) => seenOf(says, list.map(row), rights),
    ...(completes && { complete: (tx: Tx, items) => completes(tx, scope, items) }),
  };
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
  if (!found.has(id)) throw notFound({ object: object.name });
}
