import { mapInTurns } from '@quittance/work';
import type { Ctx } from '@quittance/kernel';
import type { Database, Tx } from '@quittance/database';
import { encodeCursor, type CursorValues } from './cursor.js';
import type {
  ListDefinition,
  ListNarrowing,
  ListPage,
  ListRequest,
  SortKey,
} from './list-definition.js';
import { hiddenIn, shownItems } from './shown-fields.js';
import { buildStatement, keyName, type ListStatement } from './list-statement.js';
import { shapesOf } from './prepared-shape.js';

const prepared = shapesOf(500);

/**
 * One page of a list: rows and total share one round trip and one filter. With a cursor the list is
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
  if (built.count === null)
    return walked(tx, definition, request, await nextRows(tx, built, pageSize));
  const ready = readyIn(built);
  const [asked] = built.rows;
  const pending = tx.rows<Row>(ready(asked.text), asked.params);
  const counted = tx.one<{ total: number }>(ready(built.count.text), built.count.params);
  const [rows, { total }] = await Promise.all([pending, counted]);
  return { data: await itemsOf(tx, definition, rows), total, page, pageSize };
}

const readyIn = ({ planned }: ListStatement) => (planned ? (text: string) => text : prepared);

/** Goes on through the ranges of a walk until there is a page and one row more. */
async function nextRows<Row>(
  tx: Tx,
  { rows: ranges, planned }: ListStatement,
  pageSize: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { text, params } of ranges) {
    rows.push(...(await tx.rows<Row>(planned ? text : prepared(text), params)));
    if (rows.length > pageSize) break;
  }
  return rows;
}

async function itemsOf<Row, Item extends object>(
  tx: Tx,
  definition: ListDefinition<Row, Item>,
  rows: readonly Row[],
): Promise<readonly Item[]> {
  const items = rows.map((row) => definition.map(row));
  const whole = definition.complete ? await definition.complete(tx, items) : items;
  return shownItems(tx.ctx, definition, whole);
}

/** The same page, not walked, as the text of its JSON: for a list that writes its rows itself. */
export async function listPageText(
  tx: Tx,
  definition: ListDefinition & Required<Pick<ListDefinition, 'write'>>,
  request: ListRequest & { readonly cursor: null },
  narrowing?: ListNarrowing,
): Promise<string> {
  if (hiddenIn(tx.ctx, definition)) {
    return JSON.stringify(await listPage(tx, definition, request, narrowing));
  }
  const { page, pageSize } = request;
  const built = buildStatement(tx.ctx, definition, request, narrowing);
  const ready = readyIn(built);
  const [asked] = built.rows;
  const pending = tx.texts(ready(asked.text), asked.params);
  const counted = tx.one<{ total: number }>(ready(built.count?.text ?? ''), built.count?.params);
  const [rows, { total }] = await Promise.all([pending, counted]);
  const data = (await mapInTurns(rows, (row) => definition.write(row))).join();
  return `{"data":[${data}],"total":${total},"page":${page},"pageSize":${pageSize}}`;
}

async function walked<Row, Item extends object>(
  tx: Tx,
  definition: ListDefinition<Row, Item>,
  { sort, pageSize }: ListRequest,
  rows: Row[],
): Promise<ListPage<Item>> {
  const more = rows.length > pageSize;
  const taken = more ? rows.slice(0, pageSize) : rows;
  const last = taken.at(-1);
  const nextCursor = more && last ? encodeCursor(sort, keysOf(last, sort)) : null;
  const bare = taken.map((row) => withoutKeys(row, sort));
  return { data: await itemsOf(tx, definition, bare), nextCursor };
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
  const { walked: most = BATCH } = definition;
  let after: CursorValues | null = null;
  for (;;) {
    const batch: ListRequest = { ...request, pageSize: most, cursor: { after } };
    const built = buildStatement(ctx, definition as ListDefinition, batch, narrowing);
    const found = await db.read(ctx, async (tx) => {
      const rows = await nextRows<Row>(tx, built, most);
      const taken = rows.slice(0, most);
      const last = taken.at(-1);
      const position = last && keysOf(last, request.sort);
      const bare = taken.map((row) => withoutKeys(row, request.sort));
      ctx.work?.renew(taken.length);
      return { position, more: rows.length > most, items: await itemsOf(tx, definition, bare) };
    });
    if (!found.position) return;
    after = found.position;
    yield found.items;
    if (!found.more) return;
  }
}
