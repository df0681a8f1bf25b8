import type { Database, Tx } from '@quittance/database';
import { bulkCtx, type Ctx, type DomainError } from '@quittance/kernel';
import { fillsBatch } from '../bounded-rows.js';
import { FileSteps } from './file-steps.js';
import {
  ImportTally,
  withoutNewIds,
  type ImportResult,
  type ImportStep,
  type ImportSummary,
} from './import-tally.js';
import { recordProblem } from '../record-problem.js';

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

/** What is kept of a batch. */
type LoadStep = ImportStep & { readonly ignored: readonly string[] };

/** Which records rows were about is told to whoever might see them then. */
const withoutResults = (step: LoadStep): LoadStep => ({ ...step, results: [] });

/** How the rows of a file are saved: batch by batch, each in a transaction of its own. */
export interface RowLoad<Row extends LoadedRow> {
  readonly rows: AsyncIterable<Row>;
  /** Columns that were passed over, told once all is read. */
  readonly ignored?: Set<string>;
  /** The same work, rolled back: a dry run finds what the load would find. */
  readonly dryRun: boolean;
  /** Saves what can be saved of a batch and answers for every row. */
  save(tx: Tx, rows: readonly Row[]): Promise<readonly ImportResult[]>;
}

/**
 * Loads rows batch by batch: what is held does not grow with their number. A dry run ends with the
 * batch at hand once nobody waits for it; a load does not, whoever is told of it. With a key each
 * batch is kept as a step of the request: sent again it goes on behind what was saved, and answers
 * for the whole file.
 * @throws DomainError partly_saved where the database is lost behind some batches, and what
 *   reading and saving throw
 */
export async function loadRows<Row extends LoadedRow>(
  ctx: Ctx,
  db: Database,
  { rows: all, dryRun, save, ignored = new Set() }: RowLoad<Row>,
): Promise<ImportSummary> {
  const tally = new ImportTally(dryRun);
  const bulk = bulkCtx(ctx);
  const steps = new FileSteps<LoadStep>(dryRun ? {} : ctx);
  for (const step of await steps.before(withoutResults)) {
    tally.take(step);
    for (const name of step.ignored) ignored.add(name);
  }
  const load = async (batch: readonly Row[]) => {
    const refused = batch.flatMap(refusedRow);
    const rows = batch.filter(({ error }) => error === undefined);
    if (rows.length === 0 && !ctx.steps) return tally.add(refused);
    const work = async (tx: Tx) => [...refused, ...(rows.length > 0 ? await save(tx, rows) : [])];
    if (dryRun) return tally.add(await undone(bulk, db, work));
    const told = async (tx: Tx) => ({ ...tally.step(await work(tx)), ignored: [...ignored] });
    const step = await steps.save(batch, (keep) =>
      db.write(bulk, async (tx) => keep(tx, await told(tx)), { answers: false }),
    );
    return tally.take(step);
  };
  return steps.telling(async () => {
    for await (const batch of tally.read(inBatches(steps.behind(all)))) {
      if (dryRun) ctx.demandAwaited?.();
      ctx.work?.renew(batch.length);
      await load(batch);
    }
    return db.write(ctx, async () => tally.summary(ignored));
  });
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
