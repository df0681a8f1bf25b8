import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import { CompanyModels, fieldsKept } from '@quittance/metadata';
import { countryAsked, type CountryCells } from './country-cells.js';
import { GivenValues } from './given-values.js';
import { importBatch } from './import-batch.js';
import type { ImportSummary } from './loads/import-tally.js';
import { unnamedBy } from './named-targets.js';
import { loadRows } from './loads/load-rows.js';
import { recordMatch } from '@quittance/objects';
import type { RowFormat } from './row-file.js';
import { rowInputs } from './row-inputs.js';

export interface RecordImport extends CountryCells {
  /** API name of the object. */
  readonly object: string;
  readonly body: Readable;
  readonly format: RowFormat;
  /** `id` or a unique field: rows that have it of a record change that record. */
  readonly matchBy?: string;
  /** What an empty cell says: nothing, or that there is no value. */
  readonly emptyCells?: 'keep' | 'clear';
  /** Checks every row, writes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Loads records from a file batch by batch: what is held does not grow with the file. Each row is
 * saved for itself. Rows that name a record by `id` or `matchBy` change it, so that an import that
 * was cut off is simply repeated; with others it goes on under its idempotency key.
 */
@Injectable()
export class ImportRecords {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid, validation_failed */
  async execute(ctx: Ctx, input: RecordImport): Promise<ImportSummary> {
    const [whole, { address }] = await this.db.read(ctx, (tx) =>
      Promise.all([this.models.object(tx, input.object), readCompany(tx)]),
    );
    // A column that is hidden is none, as it is in bodies.
    const object = fieldsKept.known(ctx.permissions, whole);
    const ignored = new Set<string>();
    const { emptyCells = 'keep' } = input;
    const country = countryAsked(input);
    const options = { ...country, emptyCells, country: address.country, ignored, passesOver: true };
    const match = recordMatch.field(object, input.matchBy);
    const given = new GivenValues();
    const unnamed = unnamedBy(ctx, object);
    return loadRows(ctx, this.db, {
      rows: rowInputs(ctx, object, input, { ...options, unnamed }),
      ignored,
      dryRun: input.dryRun ?? false,
      save: async (tx, rows) =>
        importBatch(tx, await this.models.object(tx, input.object), rows, {
          match,
          ignored,
          given,
        }),
    });
  }
}
