import { rowSet, sql, violates, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { layoutNameTaken, limitReached } from '../customization.errors.js';
import { VersionedRows } from '../metadata/versioned-rows.js';
import { LayoutEntity } from './layout.entity.js';
import { layoutState, layoutView, type Layout, type LayoutView } from './layout.js';

const COLUMNS = rowSet(LayoutEntity).select('l');
const MOST_LAYOUTS = 100;

export const layoutRows = new VersionedRows<LayoutEntity>({
  entity: LayoutEntity,
  table: 'customization.layout',
  noun: 'layout',
  state: layoutState,
  subject: ({ object, name }) => ({ kind: 'layout', object, name }),
  refusal: ({ object, name }, error) =>
    violates(error, 'layout_name_key') ? layoutNameTaken({ object, name }) : error,
  otherDefaults: async (tx, { id, object, isDefault }) =>
    isDefault
      ? (await layoutsOf(tx, object)).filter((each) => each.isDefault && each.id !== id)
      : [],
});

/** By layout_name_key. */
const OF_OBJECT = sql(`
  select ${COLUMNS} from customization.layout l
  where l.company_id = $1 and l.object = $2 order by lower(l.name)`);
const ALL = sql(`
  select ${COLUMNS} from customization.layout l
  where l.company_id = $1 order by l.object, lower(l.name)`);

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
  await layoutRows.add(tx, layout);
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
