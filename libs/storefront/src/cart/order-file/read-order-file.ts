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

/** Tables are unpacked and parsed, which costs far more than their size says. */
const tables = new OneAtATime();

/** A file that was found to be of its type, and whose it is. */
export interface OrderFile {
  readonly mimeType: string;
  /** Whoever orders: the account of a customer. */
  readonly party: string;
  /** Called once it is its turn, so that few are in memory. */
  readonly load: () => Promise<Buffer>;
}

/**
 * The lines of an order in a file.
 * @throws DomainError quick_order_file_refused, quick_order_too_long, quick_order_busy
 */
export function readOrderFile({ mimeType, party, load }: OrderFile): Promise<readonly QuickLine[]> {
  return tables.run(party, async () => {
    const bytes = await load();
    return linesOfRows(await (mimeType === XLSX ? readXlsx(bytes) : readCsv(bytes)));
  });
}
