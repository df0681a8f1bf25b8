import { invalidFields, type Ctx } from '@quittance/kernel';
import type { UnreadCell } from '../import-column.js';
import { importBusy, importFileNotReadable } from '../mass.errors.js';
import { csvRows, MAX_COLUMNS, type CsvRow, type SentRows } from '../row-file.js';
import { Shares } from '@quittance/work';
import type { WorkbookBounds } from './bounds.js';
import { Workbook, type WorkbookSheet } from './workbook.js';

/** An archive begins so, and no text does. */
const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');
const MIB = 1024 * 1024;
/** Held whole, since what is in an archive stands at its end. */
const LARGEST_WORKBOOK = 20 * MIB;
const RETRY_SECONDS = 5;
const busy = () => importBusy({}, { retryAfter: RETRY_SECONDS, turnedAway: true });
/** Workbooks of a process that are read at once, from when they are there until all is saved. */
const reading = new Shares({ all: 6, one: 2, refused: busy, turn: 3 * RETRY_SECONDS * 1000 });
/**
 * Bytes of workbooks that are on their way. Apart from those that are read: whoever sends slowly
 * keeps no place from whoever has sent, and the host gives slow requests up.
 */
const arriving = new Shares({
  all: 6 * LARGEST_WORKBOOK,
  one: 2 * LARGEST_WORKBOOK,
  refused: busy,
});
/** Of all cells together: a text that many of them share stands in the file once. */
const MOST_CHARACTERS = 128 * MIB;

/** Told of one row. */
const MOST_FAULTS = 100;

const notReadable = (reason: string) => importFileNotReadable({ reason });

const BOUNDS: WorkbookBounds = {
  parts: 2000,
  bytes: 256 * MIB,
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

/**
 * The rows of the workbook, or the bytes of the text as they arrive.
 * @throws DomainError import_file_not_readable, import_busy
 */
export async function openedTable(ctx: Ctx, { body, format }: SentRows): Promise<OpenedTable> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await beginning(chunks);
  const bytes = joined(first, chunks);
  const isWorkbook = first.subarray(0, ARCHIVE.length).equals(ARCHIVE);
  if (isWorkbook) return { rows: workbookRows(ctx, bytes) };
  if (format !== 'xlsx') return { text: bytes };
  // Nothing of what it is joined to has begun.
  await chunks.return?.();
  throw notReadable('It is no workbook.');
}

/**
 * The rows of a table, the header first.
 * @throws DomainError import_file_not_readable, import_busy
 */
export async function* tableRows(ctx: Ctx, sent: SentRows): AsyncGenerator<CsvRow> {
  const { rows, text } = await openedTable(ctx, sent);
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

/** Its rows are told while it is unpacked, so that it is held until whoever reads them is done. */
async function* workbookRows(
  { companyId: company, demandAwaited }: Ctx,
  bytes: AsyncGenerator<Buffer>,
): AsyncGenerator<CsvRow> {
  let isTold = false;
  const arrived = await whole(company, bytes);
  reading.take(company);
  try {
    // Behind the first row it is a matter of whoever takes them: some may be saved.
    const book = await Workbook.of(arrived, {
      ...BOUNDS,
      demandAwaited: () => isTold || demandAwaited?.(),
    });
    let characters = 0;
    for await (const row of rowsOf(book)) {
      characters += row.size;
      if (characters > MOST_CHARACTERS) {
        throw notReadable(`Its cells have more than ${MOST_CHARACTERS} characters in all.`);
      }
      isTold = true;
      yield row;
    }
  } finally {
    reading.giveBack(company);
  }
}

async function whole(company: string, chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (size + chunk.length > LARGEST_WORKBOOK) {
        throw notReadable('A workbook may have 20 MiB; larger tables are sent as CSV.');
      }
      arriving.take(company, chunk.length);
      size += chunk.length;
      read.push(chunk);
    }
    return Buffer.concat(read);
  } finally {
    arriving.giveBack(company, size);
  }
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
    for await (const { line, cells, typed, faults } of book.rows(sheet)) {
      const isRepeated = isHeader && i > 0;
      isHeader = false;
      if (isRepeated) continue;
      const row = { line, size: sizeOf(cells), cells: cells.map(guarded), typed };
      if (!faults) {
        yield row;
        continue;
      }
      const unread = faults.map(({ column, why }): UnreadCell => {
        return { column, fault: { code: 'format', message: `${cellName(column)}${line} ${why}` } };
      });
      const errors = unread.map(({ fault }) => ({ pointer: '', ...fault }));
      yield { ...row, unread, error: invalidFields(errors.slice(0, MOST_FAULTS)) };
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
