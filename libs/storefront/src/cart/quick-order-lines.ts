import { quickOrderTooLong } from '../storefront.errors.js';

export const MOST_QUICK_LINES = 500;

/** A line as somebody has written it. */
export interface QuickLine {
  /** From 1, of all lines of the text. */
  readonly line: number;
  readonly text: string;
  readonly sku: string;
  /** Null where what stands in its place is none. */
  readonly quantity: string | null;
  /** The words before the last, which may be meant as a quantity. */
  readonly shorter?: string;
}

const SEPARATOR = /[\t;,]|\s+/;
const NUMBERLIKE = /^[-+]?\d[\d.,]*$/;
const QUANTITY = /^\d{1,12}(\.\d{1,6})?$/;
const HEADING = /^(sku|article|item|part)/i;
const QUOTES = /^"(.*)"$/;
const LONGEST_SHOWN = 200;

/** Whether a text is a quantity above 0, in the decimals that are kept. */
export function isQuickQuantity(text: string): boolean {
  return QUANTITY.test(text) && /[1-9]/.test(text);
}

/**
 * Reads lines of a SKU and a quantity, as people type or paste them and as tables are saved: with
 * blanks, tabs, commas or semicolons between. Without a quantity one is meant. Each line that says
 * anything is answered, a heading is none. Pure.
 * @throws DomainError quick_order_too_long
 */
export function quickOrderLines(text: string): readonly QuickLine[] {
  const all = text.split(/\r\n|\n|\r/).map((each, i) => ({ line: i + 1, text: each.trim() }));
  const said = all.filter(({ text: each }) => each !== '');
  const [first] = said;
  const isHeaded = first !== undefined && isHeading(first.text);
  const lines = isHeaded ? said.slice(1) : said;
  if (lines.length > MOST_QUICK_LINES) throw quickOrderTooLong({ most: MOST_QUICK_LINES });
  return lines.map(({ line, text: each }) => ({
    line,
    text: each.slice(0, LONGEST_SHOWN),
    ...partsOf(each),
  }));
}

function cellsOf(text: string): string[] {
  const cells = text.split(SEPARATOR).map((cell) => cell.trim().replace(QUOTES, '$1').trim());
  return cells.filter((cell) => cell !== '');
}

function isHeading(text: string): boolean {
  const cells = cellsOf(text);
  const isText = cells.length > 1 && !cells.some((cell) => /\d/.test(cell));
  return isText && HEADING.test(cells[0] ?? '');
}

function partsOf(text: string): Pick<QuickLine, 'sku' | 'quantity' | 'shorter'> {
  const cells = cellsOf(text);
  const last = cells.at(-1) ?? '';
  const before = cells.slice(0, -1).join(' ');
  if (cells.length < 2 || !NUMBERLIKE.test(last)) {
    return { sku: cells.join(' '), quantity: '1', ...(before && { shorter: before }) };
  }
  return { sku: before, quantity: isQuickQuantity(last) ? last : null };
}
