import type { Tx } from '@quittance/database';
import type { Permissions, UserId } from '@quittance/kernel';
import { scopeWidth } from '../actors/permissions.js';
import type { Scope } from '../catalogue/resources.js';
import { scopeBeside, narrower, type RecordReach, type Way } from './reach.js';

/** Whose a record is by one of the ways that lead to owners. */
interface Owner {
  readonly way: number;
  readonly ownerId: UserId | null;
  readonly team: string | null;
}

/** By record, whose it is by each way that leads somewhere. */
export type Owners = ReadonlyMap<string, readonly Owner[]>;

/** Somebody of whom is asked what they reach. */
export interface Reacher {
  /** Null for an API key, which owns nothing. */
  readonly userId: UserId | null;
  readonly team: string | null;
  readonly permissions: Permissions;
}

/**
 * Whose the records of a table are, for many who ask at once: one statement, by primary keys. What
 * is not there is nobody's.
 */
async function ownersOf(
  tx: Tx,
  { table, ways }: { readonly table: string } & Pick<RecordReach, 'ways'>,
  ids: readonly string[],
): Promise<Owners> {
  const rows = await tx.rows<Owner & { readonly id: string }>(
    `select o.id, o.way, o.owner_id as "ownerId", u.team
     from (${ways.map((way, i) => ownersBy(table, way, i)).join(' union all ')}) o
     left join identity.pub_user u on u.company_id = $1 and u.id = o.owner_id`,
    [tx.ctx.companyId, ids],
  );
  const found = new Map<string, Owner[]>();
  for (const { id, ...owner } of rows) found.set(id, [...(found.get(id) ?? []), owner]);
  return found;
}

function ownersBy(table: string, way: Way, number: number): string {
  const joins = way.map(
    ({ column, view }, i) => `
      join ${view} w${i} on w${i}.company_id = $1 and w${i}.id = ${last(i)}.${column}`,
  );
  return `select t.id, ${number} as way, ${last(way.length)}.owner_id
    from ${table} t${joins.join('')}
    where t.company_id = $1 and t.id = any($2::uuid[])`;
}

const last = (steps: number) => (steps === 0 ? 't' : `w${steps - 1}`);

/** Whether somebody looks at the record of these owners: what `reach.rows` says as SQL. */
function looksAt(
  { userId, team, permissions }: Reacher,
  { resource, ways, beside = [] }: RecordReach,
  owners: readonly Owner[],
): boolean {
  if (permissions.all) return true;
  const scope = narrower([permissions.scope(resource, 'view'), scopeBeside(permissions, beside)]);
  const scopes = ways.map((way) => scopeOf(permissions, scope, way));
  if (scopes.every((each) => each === 'all')) return true;
  return owners.some(({ way, ownerId, team: theirs }) => {
    const width = scopeWidth(scopes[way] ?? 'own');
    if (width === scopeWidth('all')) return true;
    if (userId === null || ownerId === null) return false;
    const isMate = width === scopeWidth('team') && team !== null && theirs === team;
    return ownerId === userId || isMate;
  });
}

function scopeOf(permissions: Permissions, scope: Scope, way: Way): Scope {
  return narrower([
    scope,
    scopeBeside(
      permissions,
      way.flatMap((step) => step.beside ?? []),
    ),
  ]);
}

/** Who of many looks at which records, as of what was read of both. */
export const lookers = { owners: ownersOf, lookAt: looksAt } as const;
