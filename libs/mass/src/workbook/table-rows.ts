import { invalidField } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import { importFileNotReadable } from '../mass.errors.js';
import { csvRows, MAX_COLUMNS, type CsvRow } from '../row-file.js';
import type { WorkbookBounds } from './bounds.js';
import { Workbook, type WorkbookSheet } from './workbook.js';

/** An archive begins so, and no text does. */
const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');
const MIB = 1024 * 1024;
/** Held whole, since what is in an archive stands at its end. */
const LARGEST_WORKBOOK = 20 * MIB;
/** Of a process; whoever comes behind them is asked to come again. */
const MOST_HELD = 6;

const notReadable = (reason: string) => importFileNotReadable({ reason });

const BOUNDS: WorkbookBounds = {
  parts: 2000,
  partBytes: 256 * MIB,
  markup: 40_000_000,
  columns: MAX_COLUMNS,
  cell: 32_767,
  refusesLong: true,
  strings: 1_000_000,
  stringCharacters: 16 * MIB,
  refused: (why) => notReadable(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`),
};

/** A table that has begun to arrive: a workbook, as its first bytes say, or text. */
type OpenedTable =
  | { readonly rows: AsyncGenerator<CsvRow>; readonly text?: undefined }
  | { readonly text: AsyncGenerator<Buffer>; readonly rows?: undefined };

/** The rows of the workbook, or the bytes of the text as they arrive. */
export async function openedTable(body: Readable): Promise<OpenedTable> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await beginning(chunks);
  const bytes = joined(first, chunks);
  const isWorkbook = first.subarray(0, ARCHIVE.length).equals(ARCHIVE);
  return isWorkbook ? { rows: workbookRows(bytes) } : { text: bytes };
}

/**
 * The rows of a table, the header first.
 * @throws DomainError import_file_not_readable
 */
export async function* tableRows(body: Readable): AsyncGenerator<CsvRow> {
  const { rows, text } = await openedTable(body);
  yield* rows ?? csvRows(text);
}

async function beginning(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let read = Buffer.alloc(0);
  while (read.length < ARCHIVE.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  return read;
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    // Whoever stops reading leaves the rest of the body to be dropped.
    await rest.return?.();
  }
}

let held = 0;

async function* workbookRows(bytes: AsyncGenerator<Buffer>): AsyncGenerator<CsvRow> {
  if (held >= MOST_HELD) throw notReadable('Other workbooks are being read; send it again soon.');
  held += 1;
  try {
    const book = await Workbook.of(await whole(bytes), BOUNDS);
    yield* rowsOf(book);
  } finally {
    held -= 1;
  }
}

async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LARGEST_WORKBOOK) {
      throw notReadable('A workbook may have 20 MiB; larger tables are sent as CSV.');
    }
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/**
 * Of all sheets that are shown: a download of very many rows goes on in another. A sheet of
 * something else would be lost or taken for rows, and so there may be none.
 */
async function* rowsOf(book: Workbook): AsyncGenerator<CsvRow> {
  const shown = book.sheets.filter(({ isHidden }) => !isHidden);
  const filled: WorkbookSheet[] = [];
  let header: string | undefined;
  for (const sheet of shown) {
    const names = await headerOf(book, sheet);
    if (names === undefined) continue;
    header ??= names;
    if (names !== header) {
      const name = JSON.stringify(sheet.name.slice(0, 50));
      throw notReadable(`The sheet ${name} has other columns than the first: take it out.`);
    }
    filled.push(sheet);
  }
  for (const [i, sheet] of filled.entries()) {
    let isHeader = true;
    for await (const { line, cells, typed, fault } of book.rows(sheet)) {
      const isRepeated = isHeader && i > 0;
      isHeader = false;
      if (isRepeated) continue;
      const row = { line, size: sizeOf(cells), cells: cells.map(guarded), typed };
      if (!fault) yield row;
      else
        yield {
          ...row,
          error: invalidField('', 'format', `${cellName(fault.column)}${line} ${fault.why}`),
        };
    }
  }
}

async function headerOf(book: Workbook, sheet: WorkbookSheet): Promise<string | undefined> {
  for await (const { cells } of book.rows(sheet)) {
    return JSON.stringify(cells.map((cell) => cell.trim()));
  }
  return undefined;
}

/** A cell has no apostrophe that an import would take off: one that is there is of the text. */
function guarded(text: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

function sizeOf(cells: readonly string[]): number {
  return cells.reduce((sum, { length }) => sum + length, 0);
}

/** `AB` of the 28th column. */
function cellName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : cellName(Math.floor(column / 26) - 1) + last;
}
