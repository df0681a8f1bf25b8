import type { SheetColumn } from '../sheets/sheet.js';

/** Between a column and its neighbours, on both sides together. */
export const GUTTER = 8;
/** Figures and words of columns are not made smaller than that while the text has room to give. */
const READABLE = 7.5;
/** What the column of the text keeps; of a hundred. */
const LEAST_TEXT = 22;

interface Table {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly textColumn: number;
}

/**
 * The columns of a table in which huge figures and long words can be read: they take the room of
 * the text, which can be broken, and leave it what it needs. Pure.
 * @param measure the width of a text in units of its size
 */
export function readableColumns(
  { columns, rows, textColumn }: Table,
  width: number,
  measure: (text: string) => number,
): readonly SheetColumn[] {
  const missing = columns.map(({ align, share }, i) => {
    if (i === textColumn) return 0;
    const longest = longestOf(rows, i, align === 'end');
    const wanted = ((measure(longest) * READABLE + GUTTER) * 100) / width;
    return Math.max(wanted - share, 0);
  });
  const sum = missing.reduce((all, each) => all + each, 0);
  const room = Math.max((columns[textColumn]?.share ?? 0) - LEAST_TEXT, 0);
  if (sum === 0 || room === 0) return columns;
  const given = Math.min(sum, room);
  return columns.map((column, i) => {
    const more = i === textColumn ? -given : ((missing[i] ?? 0) * given) / sum;
    return { ...column, share: column.share + more };
  });
}

/** Of a column the longest figure, or the longest word: that is what is never broken. */
function longestOf(rows: Table['rows'], column: number, isFigure: boolean): string {
  let longest = '';
  for (const cells of rows) {
    const cell = cells[column] ?? '';
    if (cell.length <= longest.length) continue;
    for (const part of isFigure ? [cell] : cell.split(/\s+/)) {
      if (part.length > longest.length) longest = part;
    }
  }
  return longest;
}
