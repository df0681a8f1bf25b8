/** How much of a workbook that somebody sends is read, and what is thrown of one that has more. */
export interface WorkbookBounds {
  /** Files in the archive. */
  readonly parts: number;
  /** Bytes of all that is unpacked of it, what is read twice counted twice. */
  readonly bytes: number;
  /** Signs that open something, in all of it. */
  readonly markup: number;
  readonly columns: number;
  /** Characters of a cell; what is behind them is cut off, unless `refusesLong`. */
  readonly cell: number;
  /** A cell that is as long as a cell can be may have been cut by whoever wrote it. */
  readonly refusesLong?: boolean;
  readonly strings: number;
  /** Characters of all texts that cells share. */
  readonly stringCharacters: number;
  readonly refused: (why: string) => Error;
  /** Asked for every chunk: throws where nobody waits any more for what is read. */
  readonly demandAwaited?: () => void;
}
