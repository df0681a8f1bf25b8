/** What a CSV parser has counted so far. */
interface Counted {
  readonly records: number;
  readonly empty_lines: number;
}

interface RowBound {
  /** Characters that one row may take. */
  readonly most: number;
  /** What to throw about the row with this number. */
  readonly refused: (row: number) => Error;
}

/**
 * The text of a CSV file, as long as rows come of it. The parser bounds what the cells of a row
 * hold and not how many there are: without this a file of nothing but commas would be one row, held
 * whole.
 */
export async function* boundedRows(
  text: AsyncIterable<string>,
  counted: Counted,
  { most, refused }: RowBound,
): AsyncGenerator<string> {
  let known = 0;
  let since = 0;
  for await (const chunk of text) {
    yield chunk;
    const rows = counted.records + counted.empty_lines;
    since = rows > known ? 0 : since + chunk.length;
    known = rows;
    if (since > most) throw refused(rows + 1);
  }
}

/** Large enough that statements cost little, small enough that rows are not locked for long. */
export const BATCH_ROWS = 500;
/**
 * Characters of a batch: a statement with its values is packed in one go, several times over for
 * the log and the events, and nobody else is heard meanwhile. Ordinary rows are far from it.
 */
const BATCH_CHARACTERS = 262_144;

/** Whether rows of so many characters in all are written before more are read. */
export function fillsBatch(rows: number, characters: number): boolean {
  return rows >= BATCH_ROWS || characters >= BATCH_CHARACTERS;
}
