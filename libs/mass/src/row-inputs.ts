import { invalidField, type Ctx, type DomainError } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import type { RecordObject } from '@quittance/metadata';
import type { ColumnNames, ImportRow } from './row-names.js';
import { countryCells, type CountryCells } from './country-cells.js';
import { MASK } from './mask-personal.js';
import { importColumnOf, NamedTarget, type UnreadCell } from './import-column.js';
import {
  isSetBySystem,
  readHeader,
  rowValues,
  type CellOptions,
  type HeaderOptions,
  type ImportColumn,
} from './import-columns.js';
import { tableRows } from './workbook/table-rows.js';
import { importColumnsInvalid } from './mass.errors.js';
import { jsonLines, jsonRows, TOO_MANY_CELLS, type CsvRow, type SentRows } from './row-file.js';

/** How a file that was downloaded is taken back. */
export interface FileOptions extends HeaderOptions, CellOptions, CountryCells {
  /** Is told of the columns that are passed over. */
  readonly ignored?: Set<string>;
}

/**
 * The rows of a file as members of an object, not yet checked.
 * @throws DomainError import_file_not_readable, import_columns_invalid, import_busy
 */
export function rowInputs(
  ctx: Ctx,
  object: RecordObject,
  sent: SentRows,
  options: FileOptions = {},
): AsyncGenerator<ImportRow> {
  return sent.format === 'jsonl'
    ? jsonInputs(object, sent.body, options)
    : tableInputs(object, tableRows(ctx, sent), options);
}

async function* tableInputs(
  object: RecordObject,
  rows: AsyncIterable<CsvRow>,
  options: FileOptions,
): AsyncGenerator<ImportRow> {
  let columns: readonly (ImportColumn | null)[] | undefined;
  let names: ColumnNames | undefined;
  for await (const { line, size, cells, typed, error, unread = [] } of rows) {
    if (!columns) {
      columns = headerOf(object, cells, options);
      names = columnNames(columns, cells);
    } else if (error && unread.length === 0) yield { line, size, values: {}, error };
    else if (isLonger(cells, unread, columns.length)) {
      yield { line, size, values: {}, error: tooManyCells() };
    } else {
      const read = countryCells(columns, cells, options, typed);
      const faults = [...read.unread, ...unread];
      const values = rowValues(columns, read.cells, options, faults);
      yield { line, size, values, ...(names && { names }) };
    }
  }
}

/** Where a column is named otherwise than the field that it is of: by its label, or by a part. */
function columnNames(
  columns: readonly (ImportColumn | null)[],
  header: readonly string[],
): ColumnNames | undefined {
  const names = new Map<string, string>();
  for (const [i, column] of columns.entries()) {
    const name = header[i]?.trim() ?? '';
    if (column && column.part === null && name !== column.field.name) {
      names.set(column.field.name, name);
    }
  }
  return names.size > 0 ? names : undefined;
}

function isLonger(cells: readonly string[], unread: readonly UnreadCell[], columns: number) {
  return cells.length > columns || unread.some(({ column }) => column >= columns);
}

/** A cell more would be of no column: what stands in the row is not what its columns say. */
function tooManyCells(): DomainError {
  return invalidField('', 'max', TOO_MANY_CELLS);
}

function headerOf(
  object: RecordObject,
  cells: readonly string[],
  options: FileOptions,
): readonly (ImportColumn | null)[] {
  const { columns, errors, ignored } = readHeader(object, cells, options);
  if (errors.length > 0) throw importColumnsInvalid({}, { errors: errors.slice(0, 100) });
  for (const name of ignored) options.ignored?.add(name);
  return columns;
}

async function* jsonInputs(
  object: RecordObject,
  body: Readable,
  options: FileOptions,
): AsyncGenerator<ImportRow> {
  // Nothing is what a list without records is downloaded as. A line that is no object is a row
  // that is refused: those before it are told all the same.
  for await (const row of options.passesOver ? jsonLines(body) : jsonRows(body)) {
    if ('error' in row) yield { line: row.line, size: 0, values: {}, error: row.error };
    else yield options.passesOver ? { ...row, ...takenBack(object, row.values, options) } : row;
  }
}

/**
 * Members of a line as a body has them: without the system's, and with what names a record. What
 * has another name there than its field is told by it, as a column is.
 */
function takenBack(
  object: RecordObject,
  values: ImportRow['values'],
  { ignored, unnamed }: FileOptions,
): Pick<ImportRow, 'values' | 'names'> {
  const taken: [string, unknown][] = [];
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const column =
      object.fields.has(name) || name.includes('.')
        ? importColumnOf(object, name, true)
        : undefined;
    if (column?.field.personal && value === MASK) continue;
    if (column && isSetBySystem(column.field)) ignored?.add(name);
    else if (column?.by !== undefined && !unnamed?.(column)) {
      const named = value === null ? null : new NamedTarget(column.by, String(value));
      taken.push([column.field.name, named]);
      names.set(column.field.name, name);
    } else taken.push([name, value]);
  }
  return { values: Object.fromEntries(taken), ...(names.size > 0 && { names }) };
}
