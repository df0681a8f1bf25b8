import type { CountryCells } from '@quittance/mass';
import { yieldIfDue } from '@quittance/work';
import { stringify as asText } from 'csv-stringify/sync';

/**
 * What a spreadsheet would take for a formula when a text begins with it, in wide letters too. A
 * text that has apostrophes before it gets one more, so that an import that takes one off finds the
 * text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** A cell: a text that a spreadsheet would run is led by an apostrophe (OWASP, CSV injection). */
export function cellOf(value: unknown): string {
  const text = cellText(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A value as a cell has it, without that apostrophe. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Characters of rows that are made into text at once. */
const PIECE = 16_384;

/** By this alone a spreadsheet knows that a file it is given is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The header, then the rows in pieces; others have their turn between them. A table in the form of
 * a country is for a spreadsheet, and begins with the mark of its encoding; where decimals have a
 * comma, semicolons stand between the cells.
 */
export async function* csvOf(
  batches: AsyncIterable<readonly object[]>,
  columns: readonly string[],
  { decimal, dates }: CountryCells = {},
): AsyncGenerator<string> {
  const delimiter = decimal === 'comma' ? ';' : ',';
  const stringify = (rows: string[][]) => asText(rows, { delimiter });
  const mark = decimal === 'comma' || dates ? BYTE_ORDER_MARK : '';
  let head = mark + stringify([columns as string[]]);
  for await (const batch of batches) {
    let rows: string[][] = [];
    let size = 0;
    for (const item of batch) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      const row = rowOf(item, columns);
      rows.push(row);
      for (const cell of row) size += cell.length;
      if (size < PIECE) continue;
      yield head + stringify(rows);
      [head, rows, size] = ['', [], 0];
    }
    if (rows.length > 0) yield head + stringify(rows);
    if (rows.length > 0) head = '';
  }
  if (head !== '') yield head;
}

/** The same of a list that is there already. */
export function csvTextOf(items: readonly object[], columns: readonly string[]): string {
  return asText([columns as string[], ...rowsOf(items, columns)]);
}

function rowsOf(items: readonly object[], columns: readonly string[]): string[][] {
  return items.map((item) => rowOf(item, columns));
}

function rowOf(item: object, columns: readonly string[]): string[] {
  return columns.map((column) => cellOf((item as Record<string, unknown>)[column]));
}
