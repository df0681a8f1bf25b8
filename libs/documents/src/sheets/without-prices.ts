import type { PrintableOrder } from './printable-order.js';
import type { PrintableQuote, PrintableQuoteLine } from './printable-quote.js';
import type { SheetTable } from './sheet.js';

/** What is agreed, as it is printed for those who may see no prices. */
export type Agreement = PrintableQuote | PrintableOrder;

/**
 * The same document with nothing that costs: neither a sum nor a rate nor a discount goes as far as
 * the layout, so that no place of it can show one. Nobody signs what they do not know the price of.
 */
export function documentWithoutPrices<Document extends Agreement>(document: Document): Document {
  const { lines, renewal } = document;
  const cleared = {
    ...document,
    withoutPrices: true,
    lines: lines.map(lineWithoutPrice),
    renewal: renewal && { ...renewal, upliftPercent: '0' },
    pricesIncludeTax: false,
    taxes: [],
    subtotal: 0n,
    taxTotal: 0n,
    total: 0n,
    oneOff: 0n,
    recurring: [],
  };
  if (document.kind === 'sales_order') return { ...cleared, deposits: [] };
  const sums = { firstInvoice: 0n, deposit: null, overTerm: null, withOptions: 0n };
  return { ...cleared, ...sums, toBeSigned: false, acceptance: null };
}

function lineWithoutPrice(line: PrintableQuoteLine): PrintableQuoteLine {
  return {
    ...line,
    unitPrice: null,
    discountPercent: null,
    discount: 0n,
    discountPeriods: null,
    charges: [],
    usageMinimum: null,
    share: 0n,
    taxRate: '0',
    taxCode: null,
    adjustment: line.adjustment && { ...line.adjustment, percent: null, base: null },
    taxes: [],
    decision: { category: null, reason: null },
    net: 0n,
    total: 0n,
  };
}

/** Columns of a unit price, its tax and the amount, which stand last. */
const PRICED = 3;

/** A table of what is agreed without its columns of prices; the text takes their room. Pure. */
export function tableWithoutPrices(table: SheetTable): SheetTable {
  const { columns, textColumn, rows } = table;
  const freed = columns.slice(-PRICED).reduce((sum, { share }) => sum + share, 0);
  return {
    ...table,
    columns: columns
      .slice(0, -PRICED)
      .map((column, i) => (i === textColumn ? { ...column, share: column.share + freed } : column)),
    rows: rows.map((row) => ({ ...row, cells: row.cells.slice(0, -PRICED), carried: '' })),
    carriedForward: '',
    broughtForward: '',
  };
}
