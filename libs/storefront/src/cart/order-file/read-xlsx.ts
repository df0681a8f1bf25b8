import { Workbook, type WorkbookBounds } from '@quittance/mass';
import { MOST_QUICK_LINES } from '../quick-order-lines.js';
import { quickOrderFileRefused } from '../../storefront.errors.js';
import type { OrderRow } from './order-rows.js';

/** What a table of an order has, and some more. */
const BOUNDS: WorkbookBounds = {
  parts: 2000,
  bytes: 8 * 1024 * 1024,
  markup: 200_000,
  columns: 50,
  cell: 500,
  strings: 50_000,
  stringCharacters: 8 * 1024 * 1024,
  refused: (why) => quickOrderFileRefused({ why }),
};

/**
 * The rows of the first sheet of a workbook, no more of them than a table of an order has. What
 * cannot be known of a cell is shown as no quantity: nothing would count as one.
 * @throws DomainError quick_order_file_refused
 */
export async function readXlsx(bytes: Buffer): Promise<readonly OrderRow[]> {
  const book = await Workbook.of(bytes, BOUNDS);
  const rows: OrderRow[] = [];
  for await (const { line, cells } of book.rows(book.sheets[0] as (typeof book.sheets)[0])) {
    rows.push({ line, cells });
    if (rows.length > MOST_QUICK_LINES + 1) break;
  }
  return rows;
}
