import type { Tx } from '@quittance/database';
import { listPage, parseListRequest } from '@quittance/lists';
import type { PortalActor } from '../actors/portal-actor.js';
import { resolveScope } from '../scope/portal-scope.js';
import type { PortalObject } from './portal-object.js';
import { isSeen } from './shown-members.js';
import { listWithinReach } from './within-reach.js';

/** As many are read by one statement as a page of the list itself may have. */
const AT_ONCE = 200;

type Row = Readonly<Record<string, unknown>>;
type Pointed = Pick<PortalObject, 'name' | 'list' | 'within' | 'says' | 'searched' | 'completes'>;

/** Whether a member of such a record is one of those that a list of them shows to the user. */
export function isShownAt({ says }: Pick<Pointed, 'says'>, actor: PortalActor, member: string) {
  const said = (says as Readonly<Record<string, unknown>>)[member];
  return typeof said === 'string' && isSeen(said as never, actor.rights);
}

/** Them as a list, which others look into. */
export async function listPointedWithinReach(tx: Tx, actor: PortalActor, object: Pointed) {
  return listWithinReach(object as never, await resolveScope(tx, actor));
}

/**
 * Records by their ids as the list of them would show them to a user: what is beyond reach is not
 * among them.
 */
export async function pointedWithinReach(
  tx: Tx,
  actor: PortalActor,
  object: Pointed,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  if (ids.length === 0) return found;
  const list = listWithinReach(object as never, await resolveScope(tx, actor));
  const query = { cursor: '', pageSize: String(AT_ONCE) };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const { data } = await listPage(
      tx,
      list,
      parseListRequest(list as never, query),
      (bind) => `${list.id} = any(${bind(some)}::uuid[])`,
    );
    for (const row of data as readonly Row[]) found.set(String(row.id), row);
  }
  return found;
}
