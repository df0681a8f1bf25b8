import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import type { RecordObject } from '../catalogue/object.js';
import { CompanyModels } from '../metadata/company-models.js';
import { importBatch, type ImportRow } from './import-batch.js';
import { readHeader, rowValues, type ImportColumn } from './import-columns.js';
import { ImportTally, type ImportResult, type ImportSummary } from './import-tally.js';
import { importColumnsInvalid, importFileNotReadable } from './mass.errors.js';
import { matchField, type MatchField } from './match-records.js';
import { csvRows, jsonRows, type RowFormat } from './row-file.js';

export interface RecordImport {
  /** API name of the object. */
  readonly object: string;
  readonly body: Readable;
  readonly format: RowFormat;
  /** `id` or a unique field: rows that have it of a record change that record. */
  readonly matchBy?: string;
  /** Checks every row, writes nothing. */
  readonly dryRun?: boolean;
}

/** Large enough that statements cost little, small enough that rows are not locked for long. */
const BATCH = 500;

/** Carries what a dry run found out of the transaction that it must not leave. */
class Undone extends Error {
  constructor(readonly results: readonly ImportResult[]) {
    super('A dry run is undone');
  }
}

/**
 * Loads records from a file as it arrives, batch by batch: what is held does not grow with the file. Each
 * row is saved for itself. Rows that name a record by `id` or `matchBy` change it, so that an import
 * that was cut off is simply repeated.
 */
@Injectable()
export class ImportRecords {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid, validation_failed */
  async execute(ctx: Ctx, input: RecordImport): Promise<ImportSummary> {
    const { dryRun = false } = input;
    const object = await this.db.read(ctx, (tx) => this.models.object(tx, input.object));
    const match = matchField(object, input.matchBy);
    const tally = new ImportTally(dryRun);
    const rows = input.format === 'csv' ? csvInputs(object, input.body) : jsonInputs(input.body);
    for await (const batch of inBatches(rows)) {
      const save = (tx: Tx) => this.save(tx, input.object, batch, match);
      tally.add(dryRun ? await this.undone(ctx, save) : await this.done(ctx, save));
    }
    return this.db.write(ctx, async () => tally.summary());
  }

  private async save(
    tx: Tx,
    name: string,
    rows: readonly ImportRow[],
    match: MatchField | null,
  ): Promise<readonly ImportResult[]> {
    return importBatch(tx, await this.models.object(tx, name), rows, match);
  }

  private done(ctx: Ctx, save: (tx: Tx) => Promise<readonly ImportResult[]>) {
    return this.db.write(ctx, save, { answers: false });
  }

  /** The same work, rolled back: a dry run finds what the import would find. */
  private async undone(
    ctx: Ctx,
    save: (tx: Tx) => Promise<readonly ImportResult[]>,
  ): Promise<readonly ImportResult[]> {
    const work = async (tx: Tx) => {
      throw new Undone(await save(tx));
    };
    try {
      return await this.db.write(ctx, work, { answers: false });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      return error.results.map(withoutNewId);
    }
  }
}

/** A record that was not made has no id. */
function withoutNewId(result: ImportResult): ImportResult {
  if (result.status !== 'created') return result;
  const { id: _, ...rest } = result;
  return rest;
}

async function* csvInputs(object: RecordObject, body: Readable): AsyncGenerator<ImportRow> {
  let columns: readonly ImportColumn[] | undefined;
  for await (const { line, cells } of csvRows(body)) {
    if (columns) yield { line, values: rowValues(columns, cells) };
    else columns = headerOf(object, cells);
  }
  if (!columns) throw importFileNotReadable({ reason: 'It is empty.' });
}

function headerOf(object: RecordObject, cells: readonly string[]): readonly ImportColumn[] {
  const { columns, errors } = readHeader(object, cells);
  if (errors.length > 0) throw importColumnsInvalid({}, { errors: errors.slice(0, 100) });
  return columns;
}

async function* jsonInputs(body: Readable): AsyncGenerator<ImportRow> {
  let rows = 0;
  for await (const row of jsonRows(body)) {
    rows += 1;
    yield row;
  }
  if (rows === 0) throw importFileNotReadable({ reason: 'It is empty.' });
}

async function* inBatches(rows: AsyncIterable<ImportRow>): AsyncGenerator<readonly ImportRow[]> {
  let batch: ImportRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
