import { CsvError, parse } from 'csv-parse/sync';
import { MOST_QUICK_LINES } from '../quick-order-lines.js';
import { quickOrderFileRefused } from '../../storefront.errors.js';
import type { OrderRow } from './order-rows.js';

const DELIMITERS = ['\t', ';', ','];

/**
 * The rows of a table that was saved as text, whatever stands between its cells. A few more than
 * are taken are read, so that too many are told from enough. Pure.
 * @throws DomainError quick_order_file_refused
 */
export function readCsv(bytes: Buffer): readonly OrderRow[] {
  const text = decoded(bytes);
  const delimiter = delimiterOf(text);
  try {
    const records = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      maxRecordSize: 10_000,
      to: MOST_QUICK_LINES * 2,
    }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw quickOrderFileRefused({ why: 'its cells do not end' });
    throw error;
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
