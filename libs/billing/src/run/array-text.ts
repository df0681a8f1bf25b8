type Plain = string | number | bigint | boolean;

/**
 * An array as PostgreSQL reads it, of values that mean nothing special inside one: ids, dates,
 * numbers, booleans. A batch has tens of thousands of them; looking at each for quotes costs as
 * much as pricing it.
 */
export function plainArray<Row>(
  rows: readonly Row[],
  valueOf: (row: Row, position: number) => Plain | null,
): string {
  let text = '';
  for (let i = 0; i < rows.length; i += 1) {
    const value = valueOf(rows[i] as Row, i) ?? 'NULL';
    text += i === 0 ? value : `,${value}`;
  }
  return `{${text}}`;
}

/** The same of any texts. */
export function textArray<Row>(
  rows: readonly Row[],
  valueOf: (row: Row, position: number) => string | null,
): string {
  return plainArray(rows, (row, i) => {
    const value = valueOf(row, i);
    if (value === null) return null;
    const special = value.includes('"') || value.includes('\\');
    return special ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
  });
}
