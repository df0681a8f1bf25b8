import { DomainError, type Ctx } from '@quittance/kernel';
import {
  fileText,
  importFileNotReadable,
  jsonLine,
  openedTable,
  type RowFormat,
  type SentRows,
} from '@quittance/mass';
import { parse, CsvError } from 'csv-parse';
import { pipeline } from 'node:stream';
import { importNotReadable } from './import.errors.js';
import { isColumn, type RawRow } from './read-row.js';

/** A table with a header, or one JSON object per line. */
export type ImportFormat = RowFormat;

export interface InvoiceFileRow {
  /** The line of the file it begins on, the first is 1. */
  readonly line: number;
  readonly raw: RawRow;
  /** Columns of a workbook that are numbers and days, and not text that looks like them. */
  readonly typed?: ReadonlySet<string>;
}

const MAX_LINE = 64 * 1024;
/** With a quote before each of its quotes, and what arrives beside it. */
const MAX_ROW_TEXT = 4 * MAX_LINE;

/**
 * The rows of a file as they arrive, so that a file is never held as text. A header alone has none;
 * a file that is empty, or whose only line is no header, was not meant to be sent.
 * @throws DomainError import_not_readable with the line it was not understood on
 */
export function rowsOf(ctx: Ctx, sent: SentRows): AsyncGenerator<InvoiceFileRow> {
  return sent.format === 'jsonl' ? jsonRows(decoded(sent.body)) : tableRows(ctx, sent);
}

async function* tableRows(ctx: Ctx, sent: SentRows): AsyncGenerator<InvoiceFileRow> {
  const { rows, text } = await openedTable(ctx, sent).catch(nothingImported);
  if (text) return yield* csvRows(decoded(text));
  let header: readonly string[] | undefined;
  let count = 0;
  for await (const { line, cells, typed, error } of told(rows)) {
    if (error) throw importNotReadable({ reason: error.options.errors?.[0]?.message ?? '' });
    if (!header) {
      header = cells;
      continue;
    }
    count += 1;
    const names = header;
    yield {
      line,
      raw: Object.fromEntries(cells.map((cell, i) => [names[i] ?? `column ${i}`, cell])),
      ...(typed && { typed: new Set([...typed].map((i) => names[i] ?? '')) }),
    };
  }
  if (count === 0) refuseNoHeader(header ?? []);
}

/** A workbook that is faulty, in whichever row, is told of before anything is written. */
async function* told<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    nothingImported(error);
  }
}

function nothingImported(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== importFileNotReadable.code) throw error;
  throw importNotReadable({ reason: error.params.reason }, { cause: error });
}

function decoded(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  return fileText.utf8(body, (reason, cause) => importNotReadable({ reason }, { cause }));
}

async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<InvoiceFileRow> {
  let header: readonly string[] = [];
  let rows = 0;
  const { separator, text: whole } = await separatedBy(text);
  const parser = parse({
    delimiter: separator,
    columns: (names: string[]) => {
      header = names;
      return names;
    },
    info: true,
    relax_column_count_less: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE,
  });
  // Errors of either side destroy the parser with the error, where the loop below meets it.
  const bound = { most: MAX_ROW_TEXT, refused: tooLong };
  pipeline(fileText.bounded(whole, parser.info, bound), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      rows += 1;
      yield { line: info.lines, raw: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = `Line ${String(error.lines)} is not valid CSV.`;
    throw importNotReadable({ reason }, { cause: error });
  }
  if (rows === 0) refuseNoHeader(header);
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Cells are apart by what stands most between the names of the header; a comma where none does. */
async function separatedBy(text: AsyncIterable<string>) {
  const pieces = text[Symbol.asyncIterator]();
  let first = '';
  while (!/[\r\n]./s.test(first) && first.length <= MAX_LINE) {
    const { value, done } = await pieces.next();
    if (done) break;
    first += value;
  }
  const header = (first.trimStart().split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counted = SEPARATORS.map((sign) => ({ sign, count: header.split(sign).length }));
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  const whole = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  return { separator: most.sign, text: whole() };
}

function refuseNoHeader(header: readonly string[]): void {
  if (header.every((name) => name.trim() === '')) throw empty();
  if (header.some(isColumn)) return;
  throw importNotReadable({ reason: 'Line 1 is no header: it names no column of an import.' });
}

function tooLong(row: number): Error {
  return importNotReadable({ reason: `Line ${row} is not valid CSV: it is too long.` });
}

function empty(): Error {
  return importNotReadable({ reason: 'It is empty.' });
}

interface CsvRecord {
  readonly record: RawRow;
  readonly info: { readonly lines: number };
}

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<InvoiceFileRow> {
  let line = 0;
  let rest = '';
  let rows = 0;
  const read = function* (json: string, at: number) {
    for (const row of jsonRow(json, at)) {
      rows += 1;
      yield row;
    }
  };
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) yield* read(each, (line += 1));
    if (rest.length > MAX_LINE) throw notJson(line + 1);
  }
  yield* read(rest, line + 1);
  if (rows === 0) throw empty();
}

function* jsonRow(text: string, line: number): Generator<InvoiceFileRow> {
  if (text.trim() === '') return;
  const raw = jsonLine.object(text);
  if (raw === 'no_object') throw notJson(line);
  if (raw === 'member_twice') {
    throw importNotReadable({ reason: `Line ${line} says a member twice.` });
  }
  yield { line, raw: raw as RawRow };
}

function notJson(line: number): Error {
  return importNotReadable({ reason: `Line ${line} is no JSON object.` });
}
