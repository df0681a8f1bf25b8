/** As a text may be written: numbers are in capitals, and names begin with one. */
export function begunAs(text: string): readonly string[] {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return [...new Set([text, capital, text.toUpperCase()])];
}

/** SQL of what an index of a column has from a text on, and no further than what begins with it. */
export function keyRange(text: string, key: string): string {
  return `${key} >= ${text} and ${key} < ${text} || 'zzzzzzzz'`;
}
