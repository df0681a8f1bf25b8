import type { Ctx } from '@quittance/kernel';
import type { Database } from '../database.js';
import { sql, type Sql } from '../sql.js';
import type { Tx } from '../tx.js';
import { encodeCursor, type CursorValues } from './cursor.js';
import type {
  ListDefinition,
  ListNarrowing,
  ListPage,
  ListRequest,
  SortKey,
} from './list-definition.js';
import { buildStatement, keyName } from './list-statement.js';

const MAX_SHAPES = 500;
const shapes = new Map<string, Sql>();

/**
 * List texts vary with the shape of their filter, not with its values: the shapes in use are
 * prepared. Bounded, because each prepared text lives in every connection.
 */
function prepared(text: string): Sql | string {
  const known = shapes.get(text);
  if (known) return known;
  if (shapes.size >= MAX_SHAPES) return text;
  const statement = sql(text);
  shapes.set(text, statement);
  return statement;
}

/**
 * One page of a list: rows and total share one flight and one filter. With a cursor the list is
 * walked by key, in constant time at any depth, without a total.
 */
export async function listPage<Row, Item extends object>(
  tx: Tx,
  definition: ListDefinition<Row, Item>,
  request: ListRequest,
  narrowing?: ListNarrowing,
): Promise<ListPage<Item>> {
  const { pageSize, page } = request;
  const built = buildStatement(tx.ctx, definition as ListDefinition, request, narrowing);
  const pending = tx.rows<Row>(prepared(built.rows), built.rowParams);
  if (built.count === null) return walked(definition, request, await pending);
  const counted = tx.one<{ total: number }>(prepared(built.count), built.countParams);
  const [rows, { total }] = await Promise.all([pending, counted]);
  return { data: rows.map((row) => definition.map(row)), total, page, pageSize };
}

/** The same page, not walked, as the text of its JSON: for a list that writes its rows itself. */
export async function listPageText(
  tx: Tx,
  definition: ListDefinition & Required<Pick<ListDefinition, 'write'>>,
  request: ListRequest & { readonly cursor: null },
  narrowing?: ListNarrowing,
): Promise<string> {
  const { page, pageSize } = request;
  const built = buildStatement(tx.ctx, definition, request, narrowing);
  const pending = tx.texts(prepared(built.rows), built.rowParams);
  const counted = tx.one<{ total: number }>(prepared(built.count ?? ''), built.countParams);
  const [rows, { total }] = await Promise.all([pending, counted]);
  const data = rows.map((row) => definition.write(row)).join();
  return `{"data":[${data}],"total":${total},"page":${page},"pageSize":${pageSize}}`;
}

function walked<Row, Item extends object>(
  definition: ListDefinition<Row, Item>,
  { sort, pageSize }: ListRequest,
  rows: Row[],
): ListPage<Item> {
  const more = rows.length > pageSize;
  const taken = more ? rows.slice(0, pageSize) : rows;
  const last = taken.at(-1);
  const nextCursor = more && last ? encodeCursor(sort, keysOf(last, sort)) : null;
  return { data: taken.map((row) => definition.map(withoutKeys(row, sort))), nextCursor };
}

/** The sort keys of a row and its id, read beside its columns. */
function keysOf(row: unknown, sort: readonly SortKey[]): CursorValues {
  const columns = row as Record<string, string | null>;
  return Array.from({ length: sort.length + 1 }, (_, i) => columns[keyName(i)] ?? null);
}

function withoutKeys<Row>(row: Row, sort: readonly SortKey[]): Row {
  const columns = row as Record<string, unknown>;
  for (let i = 0; i <= sort.length; i += 1) delete columns[keyName(i)];
  return row;
}

const BATCH = 1000;

/**
 * A whole list in batches by key, each in a short transaction of its own, so that a slow reader
 * holds neither a connection nor memory.
 */
export async function* walkList<Row, Item extends object>(
  ctx: Ctx,
  db: Database,
  definition: ListDefinition<Row, Item>,
  request: ListRequest,
  narrowing?: ListNarrowing,
): AsyncGenerator<readonly Item[], void, undefined> {
  let after: CursorValues | null = null;
  for (;;) {
    const batch: ListRequest = { ...request, pageSize: BATCH, cursor: { after } };
    const built = buildStatement(ctx, definition as ListDefinition, batch, narrowing);
    const rows = await db.read(ctx, (tx) => tx.rows<Row>(prepared(built.rows), built.rowParams));
    const taken = rows.slice(0, BATCH);
    if (taken.length === 0) return;
    after = keysOf(taken.at(-1), request.sort);
    yield taken.map((row) => definition.map(withoutKeys(row, request.sort)));
    if (rows.length <= BATCH) return;
  }
}
