import { minOf, sumOf } from '@quittance/money';

/** As it is kept with a row: minor units, as text. */
export interface KeptDivision {
  readonly against: string;
  readonly parts: readonly {
    readonly id: string;
    readonly amount: string;
    readonly missing: string;
  }[];
}

/** What came back for the days of a row, by the rows that asked for it. Minor units. */
export interface Division {
  /** What came back against what was asked anew, had nobody credited anything by hand. */
  readonly against: bigint;
  readonly parts: readonly RowPart[];
}

/** What came back of a row. */
export interface RowPart {
  readonly id: string;
  readonly amount: bigint;
  /**
   * What more would have, had nobody credited it by hand: held back, or taken off what was asked
   * anew instead.
   */
  readonly missing: bigint;
}

/** What is known of a row that is paid for to tell what is left of it. */
export interface DividedRow {
  readonly id: string;
  readonly itemId: string;
  /** What was asked for it, less what came back for its days, whatever that is of. */
  readonly left: bigint;
  readonly startOn: string;
  readonly untilOn: string;
  /** Until when it was paid for before it was cut; null where it was not. */
  readonly uncutOn: string | null;
  /** What came back for the days behind it, of whichever rows. */
  readonly givenBack: bigint;
  /** What of `givenBack` came back against what was asked anew alone. */
  readonly givenAgainst?: bigint;
  /** What more would have come back, had nobody credited it by hand; 0 where it is not told. */
  readonly heldBack?: bigint;
  /** Null where nothing came back; all of it is of the row itself where it was not kept. */
  readonly division?: KeptDivision | null;
}

type Given = Pick<DividedRow, 'id' | 'givenBack' | 'givenAgainst' | 'heldBack' | 'division'>;

/** @param asked what was asked for it */
export function divisionOf(row: Given, asked: bigint): Division {
  const { id, givenBack, givenAgainst = 0n, heldBack = 0n, division } = row;
  if (!division) {
    // All of the row itself, and more than it asked against what was asked anew.
    const beyond = givenBack + heldBack - asked;
    const against = beyond > 0n ? minOf(beyond, givenAgainst) : 0n;
    const missing = heldBack + givenAgainst - against;
    return joinedDivision(NOTHING, {
      against,
      parts: [{ id, amount: givenBack - givenAgainst, missing }],
    });
  }
  const parts = division.parts.map((part) => {
    return { id: part.id, amount: BigInt(part.amount), missing: BigInt(part.missing) };
  });
  return { against: BigInt(division.against), parts };
}

const NOTHING: Division = { against: 0n, parts: [] };

export const keptDivision = ({ against, parts }: Division): KeptDivision => ({
  against: against.toString(),
  parts: parts.map(({ id, amount, missing }) => {
    return { id, amount: amount.toString(), missing: missing.toString() };
  }),
});

/** The same, with some more of rows. */
export function joinedDivision({ against, parts }: Division, more: Division): Division {
  const byId = new Map(parts.map((part) => [part.id, part]));
  for (const { id, amount, missing } of more.parts) {
    const known = byId.get(id) ?? { amount: 0n, missing: 0n };
    byId.set(id, { id, amount: known.amount + amount, missing: known.missing + missing });
  }
  const all = [...byId.values()].filter((part) => part.amount !== 0n || part.missing !== 0n);
  return { against: against + more.against, parts: all };
}

/** Rows by what came back of each of them, for whichever days, and against what was asked anew. */
export function dividedRows<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  const left = leftByParts(rows, ({ amount }) => amount);
  return rows.map((row) => withLeft(row, (left.get(row.id) ?? 0n) - (row.givenAgainst ?? 0n)));
}

/** The same, where what came back against what was asked anew is so much less of that. */
export function carriedRows<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  return carried(rows, {
    left: leftByParts(rows, ({ amount }) => amount),
    againstOf: ({ givenAgainst = 0n }) => givenAgainst,
  });
}

/** The same, had nobody credited anything by hand. */
export function carriedWithoutNotes<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  return carried(rows, {
    left: leftByParts(rows, ({ amount, missing }) => amount + missing),
    againstOf: (row) => divisionOf(row, askedOfRow(row)).against,
  });
}

function leftByParts(
  rows: readonly DividedRow[],
  backOf: (part: RowPart) => bigint,
): Map<string, bigint> {
  const left = new Map(rows.map((row) => [row.id, askedOfRow(row)]));
  for (const row of rows) {
    for (const part of divisionOf(row, askedOfRow(row)).parts) {
      // What of it is of a row that is not among them is of none of them.
      const known = left.get(part.id);
      if (known !== undefined) left.set(part.id, known - backOf(part));
    }
  }
  return left;
}

function carried<Row extends DividedRow>(
  rows: readonly Row[],
  by: { readonly left: Map<string, bigint>; readonly againstOf: (row: Row) => bigint },
): readonly Row[] {
  const ordered = inOrder(rows);
  const leftOf = ({ id }: DividedRow) => by.left.get(id) ?? 0n;
  for (const [at, row] of ordered.entries()) {
    let open = by.againstOf(row);
    for (let i = at + 1; i < ordered.length && open > 0n; i += 1) {
      const next = ordered[i];
      if (!next || leftOf(next) <= 0n || !isReplaced(row, next)) continue;
      const amount = minOf(open, leftOf(next));
      open -= amount;
      by.left.set(next.id, leftOf(next) - amount);
    }
    by.left.set(row.id, leftOf(row) - open);
  }
  return rows.map((row) => withLeft(row, leftOf(row)));
}

function withLeft<Row extends DividedRow>(row: Row, left: bigint): Row {
  return { ...row, left, givenBack: row.left + row.givenBack - left };
}

/** Days of it came back when the other began. */
function isReplaced({ id, itemId, untilOn, uncutOn }: DividedRow, by: DividedRow): boolean {
  if (uncutOn === null || itemId !== by.itemId || id >= by.id) return false;
  return by.startOn < uncutOn && (by.uncutOn ?? by.untilOn) > untilOn;
}

/** What was asked for a row. */
export const askedOfRow = ({ left, givenBack }: DividedRow): bigint => left + givenBack;

export const inOrder = <Row extends Pick<DividedRow, 'id'>>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

export const givenByParts = ({ parts }: Pick<Division, 'parts'>): bigint =>
  sumOf(parts.map(({ amount }) => amount));
