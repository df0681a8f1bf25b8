import { filterDay } from '@quittance/company';
import { parseListRequest, sight, walkList, type ListDefinition } from '@quittance/lists';
import { type Database, type Tx, arrays } from '@quittance/database';
import { bulkCtx, invalidField, type Ctx } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { tellingPart } from './loads/file-steps.js';
import { bulkTooMany } from './mass.errors.js';
import { BATCH_ROWS, fillsBatch } from './bounded-rows.js';
import type { RecordProblem } from './record-problem.js';

/** The most records that one request changes. */
export const MAX_BULK = 10_000;

/** Which records a request changes: either these, or those of the filter. */
export interface BulkTargets {
  readonly ids?: readonly RecordId[];
  /** A filter tree as lists take it. */
  readonly filter?: unknown;
}

export interface BulkResult {
  readonly id: RecordId;
  readonly status: 'updated' | 'unchanged' | 'failed';
  readonly version?: number;
  readonly problem?: RecordProblem;
}

export interface BulkSummary {
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly results: readonly BulkResult[];
}

/** A list that says whose records it is of, so that nobody filters by what is hidden from them. */
export type BoundList<Row, Item extends object> = ListDefinition<Row, Item> & {
  readonly resource: string;
};

/**
 * The records that are meant, each once, as whoever asks is shown them.
 * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
 */
export async function bulkTargets<Row, Item extends object>(
  ctx: Ctx,
  db: Database,
  whole: BoundList<Row, Item>,
  { ids, filter }: BulkTargets,
): Promise<readonly RecordId[]> {
  if ((ids === undefined) === (filter === undefined)) {
    throw invalidField('/ids', 'required', 'must be given, or a filter, and not both');
  }
  if (ids) return [...new Set(ids)];
  const list = sight.list(ctx, whole);
  const { complete: _, ...plain } = list;
  const walked = { ...plain, map: (row: unknown) => row as { id: RecordId } };
  const day = await filterDay(ctx, db, filter);
  const sort = Object.hasOwn(list.fields, 'id') ? { sort: 'id' } : {};
  const query = { filter: JSON.stringify(filter), ...sort };
  const request = parseListRequest(walked, query, undefined, day);
  const found: RecordId[] = [];
  for await (const batch of walkList(ctx, db, walked, request)) {
    found.push(...batch.map(({ id }) => id));
    if (found.length > MAX_BULK) throw bulkTooMany({ most: MAX_BULK });
  }
  return found;
}

/** The records that are changed, and where they are kept. */
export interface BulkRecords {
  readonly ids: readonly RecordId[];
  /** With its schema. */
  readonly table: string;
}

/**
 * Changes records batch by batch, each in a transaction of its own; sent again it comes to the
 * same.
 * @throws DomainError partly_saved
 */
export async function inBulk(
  ctx: Ctx,
  db: Database,
  records: BulkRecords,
  change: (tx: Tx, ids: readonly RecordId[]) => Promise<readonly BulkResult[]>,
): Promise<BulkSummary> {
  const bulk = bulkCtx(ctx);
  const results: BulkResult[] = [];
  const work = async () => {
    for await (const some of inBatches(bulk, db, records)) {
      bulk.work?.renew(some.length);
      results.push(...(await db.write(bulk, (tx) => change(tx, some), { answers: false })));
    }
    const summary = summaryOf(results);
    return db.write(ctx, async () => summary);
  };
  return tellingPart(work, () => {
    if (results.length === 0) return undefined;
    const done = `The first ${results.length} of ${records.ids.length} records are done.`;
    return { done, next: 'Send it again: of those it finds nothing left to change.' };
  });
}

/**
 * Records that have grown large are changed few at a time: all of each is written and told again.
 */
async function* inBatches(
  ctx: Ctx,
  db: Database,
  { ids, table }: BulkRecords,
): AsyncGenerator<readonly RecordId[]> {
  for (let at = 0; at < ids.length; at += BATCH_ROWS) {
    const next = ids.slice(at, at + BATCH_ROWS);
    const sizes = await db.read(ctx, (tx) => sizesOf(tx, table, next));
    let batch: RecordId[] = [];
    let characters = 0;
    for (const id of next) {
      batch.push(id);
      characters += sizes.get(id) ?? 0;
      if (!fillsBatch(batch.length, characters)) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
    if (batch.length > 0) yield batch;
  }
}

/** By the key of the table. */
async function sizesOf(
  tx: Tx,
  table: string,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, number>> {
  const rows = await tx.rows<{ id: RecordId; size: number }>(
    `select t.id, octet_length(t::text) as size from ${table} t
     where t.company_id = $1 and t.id = any($2::uuid[])`,
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id)],
  );
  return new Map(rows.map(({ id, size }) => [id, size]));
}

function summaryOf(results: readonly BulkResult[]): BulkSummary {
  const count = (status: BulkResult['status']) =>
    results.filter((result) => result.status === status).length;
  const [updated, unchanged, failed] = [count('updated'), count('unchanged'), count('failed')];
  return { updated, unchanged, failed, results };
}
