import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound, type Actor, type Instant } from '@quittance/kernel';
import { isKnownTo, knownToSql } from './private-states.js';
import type { ConfigurationState, RevisionId } from './revision.js';

/** A change of the configuration as the API shows it. */
export interface RevisionView {
  readonly id: RevisionId;
  /** The same for everything that was changed in one go. */
  readonly changeId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly object: string | null;
  readonly name: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The revision whose change this one took back. */
  readonly revertOf: RevisionId | null;
  readonly madeAt: Instant;
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>;
  readonly requestId: string;
}

export interface Revision extends RevisionView {
  readonly before: ConfigurationState | null;
  readonly after: ConfigurationState | null;
}

const CHANGE = `case when r.before is null then 'created' when r.after is null then 'deleted'
  else 'updated' end`;
const COLUMNS = `r.id, r.change_id as "changeId", r.kind, r.subject_id as "subjectId", r.object,
  r.name, ${CHANGE} as change, r.revert_of as "revertOf", r.made_at as "madeAt",
  json_build_object('kind', r.actor_kind, 'id', r.actor_id, 'name', r.actor_name) as actor,
  r.request_id as "requestId"`;

export const revisionList: ListDefinition<RevisionView, RevisionView> = {
  from: 'configuration.revision r',
  select: COLUMNS,
  id: 'r.id',
  fields: {
    id: { sql: 'r.id', type: 'id', notNull: true },
    changeId: { sql: 'r.change_id', type: 'id', notNull: true },
    kind: { sql: 'r.kind', type: 'text', notNull: true },
    subjectId: { sql: 'r.subject_id', type: 'text', notNull: true },
    object: { sql: 'r.object', type: 'text' },
    name: { sql: 'r.name', type: 'text', notNull: true },
    change: { sql: CHANGE, type: 'enum', values: ['created', 'updated', 'deleted'] },
    revertOf: { sql: 'r.revert_of', type: 'id' },
    madeAt: { sql: 'r.made_at', type: 'instant', notNull: true },
    actorId: { sql: 'r.actor_id', type: 'text' },
    actorName: { sql: 'r.actor_name', type: 'text', notNull: true },
    requestId: { sql: 'r.request_id', type: 'text', notNull: true },
  },
  search: ['r.name', 'r.object', 'r.kind', 'r.actor_name'],
  defaultSort: '-madeAt',
  scope: ({ userId }, bind) => knownToSql(bind(userId)),
  map: (row) => row,
};

const FIND = sql(`
  select ${COLUMNS}, r.before, r.after from configuration.revision r
  where r.company_id = $1 and r.id = $2`);

/** @throws DomainError not_found, also for one of what somebody else keeps for themselves */
export async function findRevision(tx: Tx, id: RevisionId): Promise<Revision> {
  const found = await tx.maybe<Revision>(FIND, [tx.ctx.companyId, id]);
  if (!found || !isKnown(tx, found)) throw notFound({ object: 'revision' });
  return found;
}

/** By revision_change_index: ids rise with time. */
const OF_CHANGE = sql(`
  select ${COLUMNS}, r.before, r.after from configuration.revision r
  where r.company_id = $1 and r.change_id = $2 order by r.id desc`);

/** Everything that was changed in one go and that the actor may know, the last first. */
export async function revisionsOfChange(tx: Tx, changeId: string): Promise<Revision[]> {
  const rows = await tx.rows<Revision>(OF_CHANGE, [tx.ctx.companyId, changeId]);
  return rows.filter((revision) => isKnown(tx, revision));
}

function isKnown({ ctx }: Tx, { kind, before, after }: Revision): boolean {
  return isKnownTo(ctx.userId, kind, before) && isKnownTo(ctx.userId, kind, after);
}
