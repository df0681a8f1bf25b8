import type { Readable } from 'node:stream';
import type { RecordObject } from '@quittance/metadata';
import type { ImportRow } from './row-names.js';
import { readHeader, rowValues, type ImportColumn } from './import-columns.js';
import { importColumnsInvalid, importFileNotReadable } from './mass.errors.js';
import { csvRows, jsonRows, type RowFormat } from './row-file.js';

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
    if (columns) yield { line, size, values: rowValues(columns, cells) };
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
