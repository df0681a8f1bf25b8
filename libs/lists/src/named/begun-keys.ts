import { likeText } from '../compile-filter.js';
import type { Bind } from '../list-definition.js';

/** As a text may be written: numbers are in capitals, and names begin with one. */
export function begunAs(text: string): readonly string[] {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return [...new Set([text, capital, text.toUpperCase()])];
}

/** SQL, by that of a column, of what begins with a text, from an index of the column. */
export function keyRange(text: string, bind: Bind): (column: string) => string {
  const [from, behind, like] = [bind(text), bind(`${text}zzzzzzzz`), bind(`${likeText(text)}%`)];
  return (column) => `${column} >= ${from} and ${column} < ${behind} and ${column} like ${like}`;
}
