import type { QuickLine } from '../quick-order-lines.js';
import { quickOrderFileRefused } from '../../storefront.errors.js';
import { linesOfRows } from './order-rows.js';
import { readCsv } from './read-csv.js';
import { OneAtATime } from './one-at-a-time.js';
import { readXlsx } from './read-xlsx.js';

/** Bytes: tables of 500 lines are far smaller. */
export const LARGEST_ORDER_FILE = 2 * 1024 * 1024;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TEXT: ReadonlySet<string> = new Set(['text/csv', 'text/plain']);

/** That a file may have an order in it. @throws DomainError quick_order_file_refused */
export function requireOrderFile(file: { readonly mimeType: string; readonly size: number }): void {
  if (file.mimeType !== XLSX && !TEXT.has(file.mimeType)) {
    throw quickOrderFileRefused({ why: 'it is neither a CSV file nor a workbook (xlsx)' });
  }
  if (file.size > LARGEST_ORDER_FILE) throw quickOrderFileRefused({ why: 'it is above 2 MiB' });
}

/** Workbooks are unpacked and read as XML, which costs far more than their size says. */
const workbooks = new OneAtATime();

/**
 * The lines of an order in a file that was found to be of its type.
 * @throws DomainError quick_order_file_refused, quick_order_too_long, quick_order_busy
 */
export async function readOrderFile(
  bytes: Buffer,
  mimeType: string,
): Promise<readonly QuickLine[]> {
  if (mimeType !== XLSX) return linesOfRows(readCsv(bytes));
  return linesOfRows(await workbooks.run(() => readXlsx(bytes)));
}
