import { isQuickQuantity, MOST_QUICK_LINES, type QuickLine } from '../quick-order-lines.js';
import { quickOrderTooLong } from '../../storefront.errors.js';

/** A row of a table with what its cells show. */
export interface OrderRow {
  /** As the table numbers it, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SKU = /^(sku|article|artikel|item|part|product)\b/i;
const QUANTITY = /^(quantity|qty|menge|anzahl|pieces|count)\b/i;
const LONGEST_SHOWN = 200;

/** In which columns what is ordered stands, and how much of it. */
interface Columns {
  readonly sku: number;
  readonly quantity: number;
}

/**
 * Reads rows of a table as lines of an order: by its headings where it has some, else the first
 * column has the SKU and the second how much. Without a quantity one is meant. Each row that says
 * anything is answered. Pure.
 * @throws DomainError quick_order_too_long
 */
export function linesOfRows(rows: readonly OrderRow[]): readonly QuickLine[] {
  const said = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const headings = headingsOf(said[0]);
  const lines = headings ? said.slice(1) : said;
  if (lines.length > MOST_QUICK_LINES) throw quickOrderTooLong({ most: MOST_QUICK_LINES });
  const { sku, quantity } = headings ?? { sku: 0, quantity: 1 };
  return lines.map(({ line, cells }): QuickLine => {
    const [name = '', much = ''] = [cells[sku], cells[quantity]].map((cell) => cell?.trim());
    const shown = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    return {
      line,
      text: shown.join(' ').slice(0, LONGEST_SHOWN),
      sku: name.slice(0, LONGEST_SHOWN),
      quantity: much === '' ? '1' : isQuickQuantity(much) ? much : null,
    };
  });
}

function headingsOf(first: OrderRow | undefined): Columns | null {
  const cells = (first?.cells ?? []).map((cell) => cell.trim());
  const [sku, quantity] = [SKU, QUANTITY].map((word) => cells.findIndex((each) => word.test(each)));
  if (sku === undefined || sku < 0 || cells.some((cell) => /^\d/.test(cell))) return null;
  if (quantity === undefined || quantity < 0) return cells.length > 1 ? null : { sku, quantity: 1 };
  return { sku, quantity };
}
