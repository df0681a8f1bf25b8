import { rowSet, sql, violates, type ListDefinition, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { layoutNameTaken, limitReached } from '../customization.errors.js';
import { logMetadataChange } from '../metadata/change-metadata.js';
import { LayoutEntity } from './layout.entity.js';
import { layoutState, layoutView, type Layout, type LayoutId, type LayoutView } from './layout.js';

const COLUMNS = rowSet(LayoutEntity).select('l');
const MOST_LAYOUTS = 100;

const FIND = sql(`
  select ${COLUMNS} from customization.layout l where l.company_id = $1 and l.id = $2`);
const LOCK = sql(`
  select ${COLUMNS} from customization.layout l
  where l.company_id = $1 and l.id = $2 for update`);
/** By layout_name_key. */
const OF_OBJECT = sql(`
  select ${COLUMNS} from customization.layout l
  where l.company_id = $1 and l.object = $2 order by lower(l.name)`);
const ALL = sql(`
  select ${COLUMNS} from customization.layout l
  where l.company_id = $1 order by l.object, lower(l.name)`);
const DELETE = sql(`delete from customization.layout where company_id = $1 and id = $2`);

/** @throws DomainError not_found */
export async function findLayout(tx: Tx, object: string, id: LayoutId): Promise<Layout> {
  const layout = await tx.maybe<Layout>(FIND, [tx.ctx.companyId, id]);
  if (layout?.object !== object) throw notFound({ object: 'layout' });
  return layout;
}

export function maybeLocked(tx: Tx, id: string): Promise<Layout | undefined> {
  return tx.maybe<Layout>(LOCK, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function lockLayout(tx: Tx, object: string, id: LayoutId): Promise<Layout> {
  const layout = await maybeLocked(tx, id);
  if (layout?.object !== object) throw notFound({ object: 'layout' });
  return layout;
}

/** By their names. */
export function layoutsOf(tx: Tx, object: string): Promise<Layout[]> {
  return tx.rows<Layout>(OF_OBJECT, [tx.ctx.companyId, object]);
}

export function allLayouts(tx: Tx): Promise<Layout[]> {
  return tx.rows<Layout>(ALL, [tx.ctx.companyId]);
}

/** @throws DomainError layout_name_taken, customization_limit_reached */
export async function addLayout(tx: Tx, layout: Layout): Promise<void> {
  const others = await layoutsOf(tx, layout.object);
  if (others.length >= MOST_LAYOUTS) throw limitReached({ most: MOST_LAYOUTS, what: 'layouts' });
  if (layout.isDefault) await leaveOneDefault(tx, layout.object, layout.id);
  await putLayout(tx, layout);
  logMetadataChange(tx, { ...subjectOf(layout), before: null, after: layoutState(layout) });
}

/** @throws DomainError layout_name_taken */
export async function changeLayout(
  tx: Tx,
  before: Layout,
  patch: Partial<Layout>,
): Promise<Layout> {
  const after = { ...before, ...patch, version: before.version + 1, updatedAt: tx.ctx.now };
  if (after.isDefault && !before.isDefault) {
    await leaveOneDefault(tx, before.object, before.id);
  }
  const { id: _, ...set } = after;
  await named(after, tx.update(LayoutEntity, { id: before.id }, set));
  const states = { before: layoutState(before), after: layoutState(after) };
  logMetadataChange(tx, { ...subjectOf(after), ...states });
  return after;
}

export async function removeLayout(tx: Tx, layout: Layout): Promise<void> {
  await eraseLayout(tx, layout.id);
  logMetadataChange(tx, { ...subjectOf(layout), before: layoutState(layout), after: null });
}

/** Without a log entry: for what is put back as it was. @throws DomainError layout_name_taken */
export async function putLayout(tx: Tx, layout: Layout): Promise<void> {
  await named(layout, tx.insert(LayoutEntity, { ...layout, companyId: tx.ctx.companyId }));
}

export async function eraseLayout(tx: Tx, id: string): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, id]);
}

/** Whichever other layout was the default until now is none any more. */
export async function leaveOneDefault(tx: Tx, object: string, id: string): Promise<void> {
  for (const each of await layoutsOf(tx, object)) {
    if (each.isDefault && each.id !== id) await changeLayout(tx, each, { isDefault: false });
  }
}

function subjectOf({ id, object, name }: Layout) {
  return { kind: 'layout', subjectId: id, object, name };
}

export async function named<T>({ object, name }: Layout, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw violates(error, 'layout_name_key') ? layoutNameTaken({ object, name }) : error;
  });
}

/** The layouts of an object. */
export const layoutList: ListDefinition<Layout, LayoutView> = {
  from: 'customization.layout l',
  select: COLUMNS,
  id: 'l.id',
  fields: {
    id: { sql: 'l.id', type: 'id', notNull: true },
    name: { sql: 'l.name', type: 'text', notNull: true },
    isDefault: { sql: 'l.is_default', type: 'boolean', notNull: true },
    createdAt: { sql: 'l.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'l.updated_at', type: 'instant', notNull: true },
  },
  search: ['l.name'],
  defaultSort: 'name',
  map: layoutView,
};
