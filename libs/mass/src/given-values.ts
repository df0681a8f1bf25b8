import type { RecordObject } from '@quittance/metadata';
import type { ImportResult } from './loads/import-tally.js';
import type { ImportRow } from './row-names.js';

const UNIQUE = 'unique';

/**
 * What rows of a file have given to fields whose values are unique, so that a row that is refused
 * for the value of another row is told its line. One for each import.
 */
export class GivenValues {
  /** The line that has saved a value, by field and value. */
  private readonly lines = new Map<string, number>();

  /** The results of a batch, in which refusals name the other line. */
  told(
    { fields }: Pick<RecordObject, 'fields'>,
    rows: readonly ImportRow[],
    results: readonly ImportResult[],
  ): readonly ImportResult[] {
    const names = [...fields.values()].filter(({ unique }) => unique).map(({ name }) => name);
    if (names.length === 0) return results;
    const values = new Map(rows.map((row) => [row.line, row.values]));
    const keyOf = (line: number, name: string): string | null => {
      const value = values.get(line)?.[name] ?? null;
      return value === null ? null : `${name} ${String(value).trim().toLowerCase()}`;
    };
    for (const { line, status } of results) {
      if (status === 'failed') continue;
      for (const name of names) {
        const key = keyOf(line, name);
        if (key !== null && !this.lines.has(key)) this.lines.set(key, line);
      }
    }
    return results.map((result) => {
      const { problem, line } = result;
      if (!problem?.errors.some(({ code }) => code === UNIQUE)) return result;
      const errors = problem.errors.map((error) => {
        const key = error.code === UNIQUE ? keyOf(line, error.pointer?.slice(1) ?? '') : null;
        const other = key === null ? undefined : this.lines.get(key);
        if (other === undefined || other === line) return error;
        return { ...error, message: `is taken by line ${other} of the file` };
      });
      return { ...result, problem: { ...problem, errors } };
    });
  }
}
