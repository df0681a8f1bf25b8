import { minOf, sumOf } from '@quittance/money';

/** As it is kept with a row: minor units, as text. */
export interface KeptDivision {
  readonly against: string;
  readonly parts: readonly {
    readonly id: string;
    readonly amount: string;
    readonly instead: string;
    readonly held: string;
  }[];
}

/** What came back for the days of a row, by the rows that asked for it. Minor units. */
export interface Division {
  /** What came back against what was asked anew, had nobody credited anything by hand. */
  readonly against: bigint;
  readonly parts: readonly RowPart[];
}

/** What came back of a row, and what did not as somebody had credited it by hand. */
export interface RowPart {
  readonly id: string;
  readonly amount: bigint;
  /** What was taken off what was asked anew instead. */
  readonly instead: bigint;
  /** What did not come back at all. */
  readonly held: bigint;
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
  /** Its invoice is given up: it tells what others gave back, and shares nothing. */
  readonly isGivenUp?: boolean;
}

type Given = Pick<DividedRow, 'id' | 'givenBack' | 'givenAgainst' | 'heldBack' | 'division'>;

/**
 * How what came back for the days of a row is divided among the rows that asked for them, as it was
 * kept with it; of rows that were cut before that was kept, as if all were of the row itself.
 * @param asked what was asked for it, in minor units
 */
export function divisionOf(row: Given, asked: bigint): Division {
  const { id, givenBack, givenAgainst = 0n, heldBack = 0n, division } = row;
  if (!division) {
    // All of the row itself, and more than it asked against what was asked anew.
    const beyond = givenBack + heldBack - asked;
    const against = beyond > 0n ? minOf(beyond, givenAgainst) : 0n;
    const own = { amount: givenBack - givenAgainst, instead: givenAgainst - against };
    return joinedDivision(NOTHING, { against, parts: [{ id, ...own, held: heldBack }] });
  }
  const parts = division.parts.map((part) => {
    const [amount, instead, held] = [part.amount, part.instead, part.held].map(BigInt);
    return { id: part.id, amount, instead, held } as RowPart;
  });
  return { against: BigInt(division.against), parts };
}

const NOTHING: Division = { against: 0n, parts: [] };

export const keptDivision = ({ against, parts }: Division): KeptDivision => ({
  against: against.toString(),
  parts: parts.map(({ id, amount, instead, held }) => {
    return { id, amount: `${amount}`, instead: `${instead}`, held: `${held}` };
  }),
});

/** The same, with some more of rows. */
export function joinedDivision({ against, parts }: Division, more: Division): Division {
  const byId = new Map(parts.map((part) => [part.id, part]));
  for (const part of more.parts) {
    const { amount, instead, held } = byId.get(part.id) ?? NONE;
    byId.set(part.id, {
      id: part.id,
      amount: amount + part.amount,
      instead: instead + part.instead,
      held: held + part.held,
    });
  }
  const all = [...byId.values()].filter((part) => part.amount || part.instead || part.held);
  return { against: against + more.against, parts: all };
}

const NONE = { amount: 0n, instead: 0n, held: 0n };

/**
 * Rows by what came back of each of them for whichever days, and against what was asked anew: as
 * lines say it, which give back of one row and ask for another.
 */
export function dividedRows<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  const left = leftByParts(rows, ({ amount, instead }) => amount + instead);
  return rows.map((row) => {
    const { against } = divisionOf(row, askedOfRow(row));
    return withLeft(row, (left.get(row.id) ?? 0n) - against);
  });
}

/** The same, where what came back against what was asked anew is so much less of that. */
export function carriedRows<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  return carried(rows, { backOf: ({ amount }) => amount, insteadOf: ({ instead }) => instead });
}

/** The same, had nobody credited anything by hand. */
export function carriedWithoutNotes<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  const backOf = ({ amount, instead, held }: RowPart) => amount + instead + held;
  return carried(rows, { backOf, insteadOf: () => 0n });
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

interface Counted {
  readonly backOf: (part: RowPart) => bigint;
  readonly insteadOf: (part: RowPart) => bigint;
}

function carried<Row extends DividedRow>(
  rows: readonly Row[],
  { backOf, insteadOf }: Counted,
): readonly Row[] {
  const ordered = inOrder(rows);
  const left = leftByParts(rows, backOf);
  const leftOf = ({ id }: DividedRow) => left.get(id) ?? 0n;
  // Of an invoice that is given up it is asked again, and so is nothing off what was asked anew.
  const givenUp = new Set(rows.filter(({ isGivenUp }) => isGivenUp).map(({ id }) => id));
  for (const [at, row] of ordered.entries()) {
    const { against, parts } = divisionOf(row, askedOfRow(row));
    const own = givenUp.has(row.id) ? 0n : against;
    let open = own + sumOf(parts.filter(({ id }) => !givenUp.has(id)).map(insteadOf));
    for (let i = at + 1; i < ordered.length && open > 0n; i += 1) {
      const next = ordered[i];
      if (!next || leftOf(next) <= 0n || !isReplaced(row, next)) continue;
      const amount = minOf(open, leftOf(next));
      open -= amount;
      left.set(next.id, leftOf(next) - amount);
    }
    left.set(row.id, leftOf(row) - open);
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
