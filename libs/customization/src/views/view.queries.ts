import { sql, type Tx } from '@quittance/database';
import type { Bind, ListDefinition, StoredList } from '@quittance/lists';
import { notFound, type Ctx, type UserId } from '@quittance/kernel';
import { VISIBILITIES, storedList } from './stored-view.js';
import {
  savedViewView,
  listViewView,
  type SavedViewView,
  type ListViewView,
} from './stored-view.view.js';
import type { View } from './view.entity.js';
import { VIEW_COLUMNS } from './view.repository.js';

/**
 * Whether the user of this place may use the view `v`: theirs, everybody's, or shared with them.
 */
function visibleTo(user: string): string {
  return `(v.visibility = 'public' or v.owner_id = ${user}::uuid
    or v.visibility = 'shared' and (v.shared_with -> 'userIds' ? ${user}::text
      or exists (select 1 from access.pub_role_holder held
        where held.company_id = $1::uuid and held.user_id = ${user}::uuid
          and v.shared_with -> 'roleIds' ? held.role_id::text)))`;
}

const FIND = sql(`
  select ${VIEW_COLUMNS} from customization.view v
  where v.company_id = $1 and v.id = $2 and ${visibleTo('$3')}`);
const DEFAULTS = sql(`
  select v.path, v.owner_id as "ownerId", v.columns, v.sort from customization.view v
  where v.company_id = $1 and v.is_default`);

/** A view of either kind that the actor may use. */
export function maybeVisible(tx: Tx, id: string): Promise<View | undefined> {
  const { companyId, userId } = tx.ctx;
  return tx.maybe<View>(FIND, [companyId, id, userId]);
}

/** A view of this kind that the actor may use. @throws DomainError not_found */
export async function findVisible(tx: Tx, id: string, kind: View['kind']): Promise<View> {
  const view = await maybeVisible(tx, id);
  if (view?.kind !== kind) throw notFound({ object: 'view' });
  return view;
}

/** What the default views of a list say, without their filters. */
export interface ListDefaults {
  readonly path: string;
  /** Null for the list view of the administrators. */
  readonly ownerId: UserId | null;
  readonly list: StoredList;
}

export async function readDefaults(tx: Tx): Promise<readonly ListDefaults[]> {
  const rows = await tx.rows<View>(DEFAULTS, [tx.ctx.companyId]);
  return rows.map((row) => ({
    path: row.path,
    ownerId: row.ownerId,
    list: storedList({ ...row, filter: null }),
  }));
}

const fields = {
  id: { sql: 'v.id', type: 'id', notNull: true },
  object: { sql: 'v.object', type: 'text', notNull: true },
  name: { sql: 'v.name', type: 'text', notNull: true },
  isDefault: { sql: 'v.is_default', type: 'boolean', notNull: true },
  createdAt: { sql: 'v.created_at', type: 'instant', notNull: true },
  updatedAt: { sql: 'v.updated_at', type: 'instant', notNull: true },
} as const;

/** The saved views that the actor may use. */
export const savedViewList: ListDefinition<View, SavedViewView> = {
  from: 'customization.view v',
  select: VIEW_COLUMNS,
  id: 'v.id',
  fields: {
    ...fields,
    ownerId: { sql: 'v.owner_id', type: 'id', shows: { target: 'user' } },
    visibility: { sql: 'v.visibility', type: 'enum', values: VISIBILITIES },
  },
  search: ['v.name'],
  defaultSort: 'object,name',
  scope: (ctx: Ctx, bind: Bind) => `v.kind = 'view' and ${visibleTo(bind(ctx.userId))}`,
  map: savedViewView,
};

/** The list views of the administrators. */
export const listViewList: ListDefinition<View, ListViewView> = {
  from: 'customization.view v',
  select: VIEW_COLUMNS,
  id: 'v.id',
  fields,
  search: ['v.name'],
  defaultSort: 'object,name',
  scope: () => `v.kind = 'list_view'`,
  map: listViewView,
};
