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
