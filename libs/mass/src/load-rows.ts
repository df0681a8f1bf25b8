import type { Database, Tx } from '@quittance/database';
import { bulkCtx, type Ctx, type DomainError } from '@quittance/kernel';
import { fillsBatch } from './bounded-rows.js';
import {
  ImportTally,
  withoutNewIds,
  type ImportResult,
  type ImportSummary,
} from './import-tally.js';
import { recordProblem } from './record-problem.js';

/** Carries what a dry run found out of the transaction that it must not leave. */
class Undone extends Error {
  constructor(readonly results: readonly ImportResult[]) {
    super('A dry run is undone');
  }
}

/** A row of a file; one with an error is refused, and the others are saved. */
interface LoadedRow {
  readonly line: number;
  readonly size: number;
  readonly error?: DomainError;
}

/** How the rows of a file are saved: batch by batch, each in a transaction of its own. */
export interface RowLoad<Row extends LoadedRow> {
  readonly rows: AsyncIterable<Row>;
  /** Columns that were passed over, told once all is read. */
  readonly ignored?: ReadonlySet<string>;
  /** The same work, rolled back: a dry run finds what the load would find. */
  readonly dryRun: boolean;
  /** Saves what can be saved of a batch and answers for every row. */
  save(tx: Tx, rows: readonly Row[]): Promise<readonly ImportResult[]>;
}

/**
 * Loads rows as they arrive: what is held does not grow with their number. A dry run ends with the
 * batch at hand once nobody waits for it. A load does not: what has arrived of a file is saved, row
 * by row, whoever is told of it.
 */
export async function loadRows<Row extends LoadedRow>(
  ctx: Ctx,
  db: Database,
  { rows: all, dryRun, save, ignored }: RowLoad<Row>,
): Promise<ImportSummary> {
  const tally = new ImportTally(dryRun);
  const bulk = bulkCtx(ctx);
  for await (const batch of tally.read(inBatches(all))) {
    if (dryRun) ctx.demandAwaited?.();
    ctx.work?.renew(batch.length);
    tally.add(batch.flatMap(refusedRow));
    const rows = batch.filter(({ error }) => error === undefined);
    if (rows.length === 0) continue;
    const work = (tx: Tx) => save(tx, rows);
    tally.add(
      dryRun ? await undone(bulk, db, work) : await db.write(bulk, work, { answers: false }),
    );
  }
  return db.write(ctx, async () => tally.summary(ignored));
}

function refusedRow({ line, error }: LoadedRow): ImportResult[] {
  return error ? [{ line, status: 'failed', problem: recordProblem(error) }] : [];
}

async function undone(
  ctx: Ctx,
  db: Database,
  save: (tx: Tx) => Promise<readonly ImportResult[]>,
): Promise<readonly ImportResult[]> {
  const work = async (tx: Tx) => {
    throw new Undone(await save(tx));
  };
  try {
    return await db.write(ctx, work, { answers: false });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return withoutNewIds(error.results);
  }
}

async function* inBatches<Row extends LoadedRow>(
  rows: AsyncIterable<Row>,
): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.size;
    if (!fillsBatch(batch.length, characters)) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
