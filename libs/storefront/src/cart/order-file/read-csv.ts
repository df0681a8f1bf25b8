import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { MOST_QUICK_LINES } from '../quick-order-lines.js';
import { quickOrderFileRefused } from '../../storefront.errors.js';
import type { OrderRow } from './order-rows.js';

const DELIMITERS = ['\t', ';', ','];
/** Bytes that are read between two turns of the event loop. */
const AT_ONCE = 8 * 1024;
/** Of one row, all the columns that a table of an order has and many more. */
const MOST_CELLS = 200;

/**
 * The rows of a table that was saved as text, whatever stands between its cells. A few more than
 * are taken are read, so that too many are told from enough. It is read in turns of the event
 * loop: two mebibytes of empty cells take seconds.
 * @throws DomainError quick_order_file_refused
 */
export async function readCsv(bytes: Buffer): Promise<readonly OrderRow[]> {
  const text = decoded(bytes);
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    maxRecordSize: 10_000,
    to: MOST_QUICK_LINES * 2,
  });
  Readable.from(partsOf(Buffer.from(text))).pipe(parser);
  const rows: OrderRow[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (record.length > MOST_CELLS) throw quickOrderFileRefused({ why: 'it is too wide' });
      rows.push({ line: info.lines, cells: record });
    }
  } catch (error) {
    if (error instanceof CsvError) throw quickOrderFileRefused({ why: 'its cells do not end' });
    throw error;
  }
  return rows;
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    yield bytes.subarray(at, at + AT_ONCE);
    await turn();
  }
}

/** Spreadsheets of Windows save text in its own letters. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What stands most often in the first line that says anything, a tab before all. */
function delimiterOf(text: string): string {
  const first = /^.*\S.*$/m.exec(text.slice(0, 10_000))?.[0] ?? '';
  const counts = DELIMITERS.map((each) => first.split(each).length);
  const most = Math.max(...counts);
  return DELIMITERS[counts.indexOf(most)] ?? ',';
}
