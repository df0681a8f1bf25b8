import { stringify } from 'csv-stringify/sync';

/**
 * What a spreadsheet would take for a formula when a text begins with it, in wide letters too. A text
 * that has apostrophes before it gets one more, so that an import that takes one off finds the text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell: a text that a spreadsheet would run is led by an apostrophe (OWASP, CSV injection). */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The header, then a piece of text per batch. */
export async function* csvOf(
  batches: AsyncIterable<readonly object[]>,
  columns: readonly string[],
): AsyncGenerator<string> {
  let head = stringify([columns as string[]]);
  for await (const batch of batches) {
    yield head + stringify(rowsOf(batch, columns));
    head = '';
  }
  if (head !== '') yield head;
}

/** The same of a list that is there already. */
export function csvTextOf(items: readonly object[], columns: readonly string[]): string {
  return stringify([columns as string[], ...rowsOf(items, columns)]);
}

function rowsOf(items: readonly object[], columns: readonly string[]): string[][] {
  return items.map((item) =>
    columns.map((column) => cellOf((item as Record<string, unknown>)[column])),
  );
}
