import type { Database, Tx } from '@quittance/database';
import {
  bulkCtx,
  invalidFields,
  type Ctx,
  type DomainError,
  type FieldError,
} from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { fillsBatch } from './batch-size.js';
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
  /** What it says, by the members of a record. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** How the rows of a file are saved: batch by batch, each in a transaction of its own. */
export interface RowLoad<Row extends LoadedRow> {
  readonly rows: AsyncIterable<Row>;
  /** Columns that were passed over, told once all is read. */
  readonly ignored?: ReadonlySet<string>;
  /** The same work, rolled back: a dry run finds what the load would find. */
  readonly dryRun: boolean;
  /**
   * Whose members they say: a row is refused that says one which whoever sends it may not write,
   * before anything is looked up by it. Nothing where their reader sees to that.
   */
  readonly resource?: string;
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
  { rows: all, dryRun, save, ignored, resource }: RowLoad<Row>,
): Promise<ImportSummary> {
  const tally = new ImportTally(dryRun);
  const bulk = bulkCtx(ctx);
  for await (const batch of tally.read(inBatches(all))) {
    if (dryRun) ctx.demandAwaited?.();
    ctx.work?.renew(batch.length);
    const refusals = batch.map((row) => row.error ?? beyondRights(ctx, resource, row));
    tally.add(batch.flatMap(({ line }, i) => refusedRow(line, refusals[i])));
    const rows = batch.filter((_, i) => refusals[i] === undefined);
    if (rows.length === 0) continue;
    const work = (tx: Tx) => save(tx, rows);
    tally.add(
      dryRun ? await undone(bulk, db, work) : await db.write(bulk, work, { answers: false }),
    );
  }
  return db.write(ctx, async () => tally.summary(ignored));
}

function refusedRow(line: number, error: DomainError | undefined): ImportResult[] {
  return error ? [{ line, status: 'failed', problem: recordProblem(error) }] : [];
}

/** What is hidden is told as what there is not. */
function beyondRights(
  { permissions }: Ctx,
  resource: string | undefined,
  { values }: LoadedRow,
): DomainError | undefined {
  const rights = resource === undefined ? undefined : permissions.fields?.(resource);
  if (!rights || rights.unwritten.size === 0) return undefined;
  const errors = sight.unwritten([rights], values, namesOf).map(faultOf);
  return errors.length > 0 ? invalidFields(errors) : undefined;
}

/** A path is of the member that it begins with: `bank.iban` of `bank`. */
const namesOf = (name: string): readonly string[] => [name, name.split('.', 1)[0] ?? name];

function faultOf({ pointer, hidden }: ReturnType<typeof sight.unwritten>[number]): FieldError {
  return hidden
    ? { pointer, code: 'unknown_field', message: 'is not a member of this request' }
    : { pointer, code: 'read_only', message: 'may not be written by you' };
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
