import { rowSet, sql, violates, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { logMetadataChange } from '../metadata/change-metadata.js';
import { limitReached, viewNameTaken } from '../customization.errors.js';
import { viewState, type View, type ViewId } from './stored-view.js';
import { ViewEntity } from './view.entity.js';

export const VIEW_COLUMNS = rowSet(ViewEntity).select('v');

const MOST_LIST_VIEWS = 100;
const MOST_OWN_VIEWS = 200;

const LOCK = sql(`
  select ${VIEW_COLUMNS} from customization.view v
  where v.company_id = $1 and v.id = $2 for update`);
/** By view_list_default_key or view_own_default_key. */
const DEFAULTS = sql(`
  select ${VIEW_COLUMNS} from customization.view v
  where v.company_id = $1 and v.object = $2 and v.kind = $3 and v.is_default and v.id <> $5
    and (v.kind = 'list_view' or v.owner_id = $4) for update`);
const COUNT = sql(`
  select count(*)::int as views from customization.view v
  where v.company_id = $1 and v.kind = $2
    and ($2 = 'list_view' and v.object = $3 or $2 = 'view' and v.owner_id = $4)`);
const DELETE = sql(`delete from customization.view where company_id = $1 and id = $2`);
const ALL = sql(`
  select ${VIEW_COLUMNS} from customization.view v
  where v.company_id = $1 order by v.object, v.kind, lower(v.name), v.id`);

export function findLocked(tx: Tx, id: string): Promise<View | undefined> {
  return tx.maybe<View>(LOCK, [tx.ctx.companyId, id]);
}

/** A view of this kind, locked; of this object when it is told. @throws DomainError not_found */
export async function lockView(
  tx: Tx,
  kind: View['kind'],
  id: ViewId,
  object?: string,
): Promise<View> {
  const view = await findLocked(tx, id);
  const found = view?.kind === kind && (object === undefined || view.object === object);
  if (!found) throw notFound({ object: 'view' });
  return view;
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
  await leaveOneDefault(tx, view);
  await putView(tx, view);
  logMetadataChange(tx, { ...subjectOf(view), before: null, after: viewState(view) });
}

/** Changes a view and logs it; answers it with its new version. */
export async function changeView(tx: Tx, before: View, patch: Partial<View>): Promise<View> {
  const after = { ...before, ...patch, version: before.version + 1, updatedAt: tx.ctx.now };
  if (after.isDefault && !before.isDefault) await leaveOneDefault(tx, after);
  const { id: _, ...set } = after;
  await named(after, tx.update(ViewEntity, { id: before.id }, set));
  const states = { before: viewState(before), after: viewState(after) };
  logMetadataChange(tx, { ...subjectOf(after), ...states });
  return after;
}

export async function removeView(tx: Tx, view: View): Promise<void> {
  await eraseView(tx, view.id);
  logMetadataChange(tx, { ...subjectOf(view), before: viewState(view), after: null });
}

/** Without a log entry: for what is put back as it was. */
export async function putView(tx: Tx, view: View): Promise<void> {
  await named(view, tx.insert(ViewEntity, { ...view, companyId: tx.ctx.companyId }));
}

export async function eraseView(tx: Tx, id: string): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, id]);
}

/** The view that was the default until now is none any more. */
export async function leaveOneDefault(tx: Tx, { id, kind, object, ownerId, isDefault }: View) {
  if (!isDefault) return;
  const others = await tx.rows<View>(DEFAULTS, [tx.ctx.companyId, object, kind, ownerId, id]);
  for (const other of others) await changeView(tx, other, { isDefault: false });
}

function subjectOf({ kind, id, object, name }: View) {
  return { kind, subjectId: id, object, name };
}

const NAME_KEYS = ['view_list_name_key', 'view_public_name_key', 'view_own_name_key'];

/** @throws DomainError view_name_taken */
export async function named<T>({ object, name }: View, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (NAME_KEYS.some((key) => violates(error, key))) throw viewNameTaken({ object, name });
    throw error;
  }
}
