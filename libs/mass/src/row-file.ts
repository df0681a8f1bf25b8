import type { DomainError } from '@quittance/kernel';
import { yieldIfDue } from '@quittance/work';
import { CsvError, parse } from 'csv-parse';
import { pipeline, type Readable } from 'node:stream';
import { boundedRows } from './bounded-rows.js';
import type { UnreadCell } from './import-column.js';
import { importFileNotReadable } from './mass.errors.js';
import { objectOfLine } from './object-of-line.js';

/**
 * A table under a header, or one JSON object per line. What is sent as `csv` may be a workbook all
 * the same, as its first bytes say; what is said to be a workbook is no text.
 */
export type RowFormat = 'csv' | 'xlsx' | 'jsonl';

/** A file as it arrives. */
export interface SentRows {
  readonly body: Readable;
  readonly format: RowFormat;
}

/** What a body of rows is said to be by its media type. */
export function rowFormatOf(type: string): RowFormat {
  if (/^\s*application\/x-ndjson\b/i.test(type)) return 'jsonl';
  return /^\s*text\/csv\b/i.test(type) ? 'csv' : 'xlsx';
}

/** One row of a file. */
export type FileRow = CsvRow | JsonRow;

export interface CsvRow {
  /** As a spreadsheet counts: the header is line 1. */
  readonly line: number;
  /** Characters. */
  readonly size: number;
  readonly cells: readonly string[];
  /** Of a workbook the columns that are numbers and days, and not text that looks like them. */
  readonly typed?: ReadonlySet<number>;
  /** Why it cannot be taken as it stands. */
  readonly error?: DomainError;
  /** Where that is for some of its cells: which, and why each of them. */
  readonly unread?: readonly UnreadCell[];
}

export interface JsonRow {
  readonly line: number;
  /** Characters. */
  readonly size: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Of one row: custom fields have 64 KiB, and JSON and quotes take more than the values. */
const MAX_ROW = 512 * 1024;
/** With a quote before each of its quotes, and some more. */
const MAX_ROW_TEXT = 2 * MAX_ROW + 128 * 1024;
/** More than an object has fields, standard and custom. */
export const MAX_COLUMNS = 1000;

/** Of a row that has more cells than its header. */
export const TOO_MANY_CELLS = 'has more cells than the header has columns';

/**
 * The rows of a CSV file as they arrive, the header first; the file is never held whole. Its cells
 * are apart by a comma, a semicolon or a tab: whichever stands between the names of its header.
 * @throws DomainError import_file_not_readable
 */
export async function* csvRows(body: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const { separator, text: whole } = await separated(decoded(body));
  const parser = parse({
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW,
  });
  const text = boundedRows(whole, parser.info, { most: MAX_ROW_TEXT, refused: tooLong });
  // Errors of either side destroy the parser with the error, where the loop below meets it.
  pipeline(text, parser, () => undefined);
  let line = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1;
      if (cells.length > MAX_COLUMNS)
        throw notReadable(`Line ${line} has more than ${MAX_COLUMNS} cells.`);
      yield { line, size: sizeOf(cells), cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser has counted rows that it read and never handed over.
    throw notReadable(`Line ${Number(error.records) + 1} is not valid CSV.`, error);
  }
}

/** The separator of a file, and all its text, of which no more than the header was waited for. */
async function separated(text: AsyncGenerator<string>) {
  const header = new HeaderLine();
  const read: string[] = [];
  for (let size = 0; !header.ended && size <= MAX_ROW_TEXT; size += read.at(-1)?.length ?? 0) {
    const next = await text.next();
    if (next.done) break;
    read.push(next.value);
    header.take(next.value);
  }
  async function* all(): AsyncGenerator<string> {
    yield* read;
    yield* text;
  }
  return { separator: header.separator(), text: all() };
}

/** The first line of a file that is not empty, as far as it has arrived. */
class HeaderLine {
  ended = false;
  private begun = false;
  private quoted = false;
  private readonly found = new Map<string, number>([',', ';', '\t'].map((each) => [each, 0]));

  take(text: string): void {
    for (const char of text) {
      if (char === '"') this.quoted = !this.quoted;
      if (this.quoted) continue;
      if (char !== '\n' && char !== '\r') {
        this.begun = true;
        const count = this.found.get(char);
        if (count !== undefined) this.found.set(char, count + 1);
      } else if (this.begun) {
        this.ended = true;
        return;
      }
    }
  }

  /** That which stands most often in it outside quotes. */
  separator(): string {
    return [...this.found].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  }
}

/** A line that is no row, and why. */
export interface UnreadRow {
  readonly line: number;
  readonly error: DomainError;
}

/**
 * The rows of a JSON Lines file as they arrive.
 * @throws DomainError import_file_not_readable
 */
export async function* jsonRows(body: Readable): AsyncGenerator<JsonRow> {
  for await (const row of jsonLines(body)) {
    if ('error' in row) throw row.error;
    yield row;
  }
}

/**
 * The same, with lines that are no object among them: where a line begins and ends is known.
 * @throws DomainError import_file_not_readable, of what is no text or has no end
 */
export async function* jsonLines(body: Readable): AsyncGenerator<JsonRow | UnreadRow> {
  let line = 0;
  let rest = '';
  for await (const chunk of decoded(body)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) {
      line += 1;
      if (each.trim() !== '') yield jsonRow(each, line);
    }
    if (rest.length > MAX_ROW) throw tooLong(line + 1);
  }
  if (rest.trim() !== '') yield jsonRow(rest, line + 1);
}

/** How lines of JSON are read: those of a file, and what a line says. */
export const jsonLine = { each: jsonLines, object: objectOfLine } as const;

function jsonRow(text: string, line: number): JsonRow | UnreadRow {
  if (text.length > MAX_ROW) return { line, error: tooLong(line) };
  const values = objectOfLine(text);
  if (values === 'no_object') {
    return { line, error: notReadable(`Line ${line} is no JSON object.`) };
  }
  if (values === 'member_twice') {
    return { line, error: notReadable(`Line ${line} says a member twice.`) };
  }
  return { line, size: text.length, values };
}

function sizeOf(cells: readonly string[]): number {
  return cells.reduce((sum, { length }) => sum + length, 0);
}

async function* decoded(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  yield* utf8Text(body, notReadable);
}

/**
 * The text of a file as it arrives.
 * @throws what `refused` makes of the reason, where it is no UTF-8
 */
async function* utf8Text(
  body: AsyncIterable<Buffer>,
  refused: (reason: string, cause: unknown) => Error,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 0;
  let last: Buffer = Buffer.alloc(0);
  const read = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      const line = lines + linesIn(soundText(last, chunk)) + 1;
      const how = 'save the file as UTF-8, in a spreadsheet as "CSV UTF-8"';
      throw refused(`Line ${line} is not UTF-8: ${how}.`, error);
    }
  };
  for await (const chunk of body) {
    // What has arrived is handed out without a turn of the loop in between, however much it is.
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const text = read(chunk);
    lines += linesIn(text);
    last = (chunk.length < 3 ? Buffer.concat([last, chunk]) : chunk).subarray(-3);
    yield text;
  }
  yield read();
}

/** The text of a chunk up to what is no UTF-8, with the sign that was cut through before it. */
function soundText(last: Buffer, chunk: Buffer = Buffer.alloc(0)): string {
  const cut = /[\xC0-\xFF][\x80-\xBF]*$/.exec(last.toString('latin1'))?.[0] ?? '';
  const bytes = Buffer.concat([Buffer.from(cut, 'latin1'), chunk]);
  return bytes.toString('utf8').split('\uFFFD', 1)[0] as string;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function tooLong(line: number): DomainError {
  return notReadable(`Line ${line} is longer than ${MAX_ROW / 1024} KiB.`);
}

/** What other readers of files take of it. */
export const fileText = { bounded: boundedRows, utf8: utf8Text } as const;

function notReadable(reason: string, cause?: unknown): DomainError {
  return importFileNotReadable({ reason }, { cause });
}
