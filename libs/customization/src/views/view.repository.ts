import { rowSet, sql, violates, type Tx } from '@quittance/database';
import { limitReached, viewNameTaken } from '../customization.errors.js';
import { VersionedRows } from '../metadata/versioned-rows.js';
import type { ViewId } from './stored-view.js';
import { viewState } from './stored-view.view.js';
import { type View, ViewEntity } from './view.entity.js';

export const VIEW_COLUMNS = rowSet(ViewEntity).select('v');

const NAME_KEYS = ['view_list_name_key', 'view_public_name_key', 'view_own_name_key'];

const MOST_LIST_VIEWS = 100;
const MOST_OWN_VIEWS = 200;

export const viewRows = new VersionedRows<ViewEntity>({
  entity: ViewEntity,
  table: 'customization.view',
  noun: 'view',
  state: viewState,
  subject: ({ kind, object, name }) => ({ kind, object, name }),
  refusal: ({ object, name }, error) =>
    NAME_KEYS.some((key) => violates(error, key)) ? viewNameTaken({ object, name }) : error,
  otherDefaults: async (tx, { id, kind, object, ownerId, isDefault }) =>
    isDefault ? tx.rows<View>(DEFAULTS, [tx.ctx.companyId, object, kind, ownerId, id]) : [],
});

/** By view_list_default_key or view_own_default_key. */
const DEFAULTS = sql(`
  select ${VIEW_COLUMNS} from customization.view v
  where v.company_id = $1 and v.object = $2 and v.kind = $3 and v.is_default and v.id <> $5
    and (v.kind = 'list_view' or v.owner_id = $4) for update`);
const COUNT = sql(`
  select count(*)::int as views from customization.view v
  where v.company_id = $1 and v.kind = $2
    and ($2 = 'list_view' and v.object = $3 or $2 = 'view' and v.owner_id = $4)`);
const ALL = sql(`
  select ${VIEW_COLUMNS} from customization.view v
  where v.company_id = $1 order by v.object, v.kind, lower(v.name), v.id`);

/** A view of this kind, locked; of this object when it is told. @throws DomainError not_found */
export function lockView(tx: Tx, kind: View['kind'], id: ViewId, object?: string): Promise<View> {
  const fits = (view: View) =>
    view.kind === kind && (object === undefined || view.object === object);
  return viewRows.lock(tx, id, fits);
}

export function allViews(tx: Tx): Promise<View[]> {
  return tx.rows<View>(ALL, [tx.ctx.companyId]);
}

/** Adds a view and logs it. The metadata version is its caller's, and first. */
export async function addView(tx: Tx, view: View): Promise<void> {
  const { companyId } = tx.ctx;
  const most = view.kind === 'list_view' ? MOST_LIST_VIEWS : MOST_OWN_VIEWS;
  const { kind, object, ownerId } = view;
  const { views } = await tx.one<{ views: number }>(COUNT, [companyId, kind, object, ownerId]);
  if (views >= most) throw limitReached({ most, what: 'views' });
  await viewRows.add(tx, view);
}
