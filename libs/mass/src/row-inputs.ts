import { invalidField, type DomainError } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import type { RecordObject } from '@quittance/metadata';
import type { ImportRow } from './row-names.js';
import { readHeader, rowValues, type ImportColumn } from './import-columns.js';
import { importColumnsInvalid, importFileNotReadable } from './mass.errors.js';
import { csvRows, jsonRows, TOO_MANY_CELLS, type RowFormat } from './row-file.js';

/**
 * The rows of a file as members of an object, not yet checked.
 * @throws DomainError import_file_not_readable, import_columns_invalid
 */
export function rowInputs(
  object: RecordObject,
  body: Readable,
  format: RowFormat,
): AsyncGenerator<ImportRow> {
  return format === 'csv' ? csvInputs(object, body) : jsonInputs(body);
}

async function* csvInputs(object: RecordObject, body: Readable): AsyncGenerator<ImportRow> {
  let columns: readonly ImportColumn[] | undefined;
  for await (const { line, size, cells } of csvRows(body)) {
    if (!columns) columns = headerOf(object, cells);
    else if (cells.length > columns.length) yield { line, size, values: {}, error: tooManyCells() };
    else yield { line, size, values: rowValues(columns, cells) };
  }
  if (!columns) throw importFileNotReadable({ reason: 'It is empty.' });
}

/** A cell more would be of no column: what stands in the row is not what its columns say. */
function tooManyCells(): DomainError {
  return invalidField('', 'max', TOO_MANY_CELLS);
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
