import { minOf } from '@quittance/money';

/** What is known of a row that is paid for to tell of which rows something comes back. */
export interface DividedRow {
  readonly id: string;
  readonly itemId: string;
  /** What was asked for it and has not come back. */
  readonly left: bigint;
  readonly startOn: string;
  readonly untilOn: string;
  /** Until when it was paid for before it was cut; null where it was not. */
  readonly uncutOn: string | null;
  /** What came back of it for the days behind. */
  readonly givenBack: bigint;
  /** What of `givenBack` came back against what was asked anew alone. */
  readonly givenAgainst?: bigint;
  /** The change that began it, ids in their order; none of what a period asked for. */
  readonly begunBy?: string | null;
}

/** Of which row something comes back. */
export interface RowPart {
  readonly id: string;
  readonly amount: bigint;
}

/** What comes back for the days of a row, by the rows that asked for it. */
export interface RowParts {
  /** Of itself and of other changes, the last first. */
  readonly ofChanges: readonly RowPart[];
  /** Beyond these, of what the period asked for. */
  readonly ofPeriod: readonly RowPart[];
  readonly against: bigint;
}

/**
 * What comes back for the days of a row: in full, more than it asked comes back of what other
 * changes of the period did, then against what is asked anew, then of what the period asked for.
 */
export function partsOfRow(
  row: DividedRow,
  back: bigint,
  { rows, anew }: { readonly rows: readonly DividedRow[]; readonly anew: bigint },
): RowParts {
  let open = back;
  const take = ({ id, left }: DividedRow): RowPart[] => {
    const amount = minOf(open, notBelowZero(left));
    open -= amount;
    return amount > 0n ? [{ id, amount }] : [];
  };
  const own = take(row);
  if (open === 0n) return { ofChanges: own, against: 0n, ofPeriod: [] };
  const earlier = rows.filter((each) => isReplaced(each, row)).sort(byLast);
  const ofChanges = [...own, ...earlier.filter(({ begunBy }) => begunBy).flatMap(take)];
  const against = minOf(open, anew);
  open -= against;
  const ofPeriod = earlier.filter(({ begunBy }) => !begunBy).flatMap(take);
  return { ofChanges, against, ofPeriod };
}

/** What has come back for the days of a row, and not against what was asked anew, by its rows. */
export function partsGiven(row: DividedRow, rows: readonly DividedRow[]): readonly RowPart[] {
  const { left, givenBack, givenAgainst = 0n } = row;
  const asked = { ...row, left: left + givenBack };
  const { ofChanges, ofPeriod } = partsOfRow(asked, givenBack - givenAgainst, { rows, anew: 0n });
  return [...ofChanges, ...ofPeriod];
}

/** Rows by what came back of each of them, for whichever days. */
export function dividedRows<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  return withMoved(rows, (row, ordered, at) => {
    if (row.left + (row.givenAgainst ?? 0n) >= 0n) return [];
    return partsGiven(row, ordered.slice(0, at)).filter(({ id }) => id !== row.id);
  });
}

/** The same, and what came back against what was asked anew is so much less of that. */
export function carriedRows<Row extends DividedRow>(rows: readonly Row[]): readonly Row[] {
  return withMoved(dividedRows(rows), (row, ordered, at) => {
    let open = -row.left;
    const parts: RowPart[] = [];
    for (let i = at + 1; i < ordered.length && open > 0n; i += 1) {
      const next = ordered[i];
      if (!next || next.left <= 0n || !isReplaced(row, next)) continue;
      const amount = minOf(open, next.left);
      open -= amount;
      parts.push({ id: next.id, amount });
    }
    return parts;
  });
}

/** Rows of which more came back than was left have it moved to others, told by their place. */
function withMoved<Row extends DividedRow>(
  rows: readonly Row[],
  partsOf: (row: Row, ordered: readonly Row[], at: number) => readonly RowPart[],
): readonly Row[] {
  if (rows.every(({ left }) => left >= 0n)) return rows;
  const ordered = inOrder(rows);
  const places = new Map(ordered.map(({ id }, at) => [id, at]));
  const give = (id: string, amount: bigint) => {
    const at = places.get(id) ?? -1;
    const row = ordered[at];
    if (!row) return;
    ordered[at] = { ...row, left: row.left - amount, givenBack: row.givenBack + amount };
  };
  for (let at = 0; at < ordered.length; at += 1) {
    const row = ordered[at];
    if (!row || row.left >= 0n) continue;
    for (const { id, amount } of partsOf(row, ordered, at)) {
      give(id, amount);
      give(row.id, -amount);
    }
  }
  return ordered;
}

/** Days of it came back when the other began. */
function isReplaced({ id, itemId, untilOn, uncutOn }: DividedRow, by: DividedRow): boolean {
  if (uncutOn === null || itemId !== by.itemId || id >= by.id) return false;
  return by.startOn < uncutOn && (by.uncutOn ?? by.untilOn) > untilOn;
}

const byLast = (a: DividedRow, b: DividedRow) => (a.id < b.id ? 1 : -1);

export const inOrder = <Row extends Pick<DividedRow, 'id'>>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

const notBelowZero = (amount: bigint) => (amount > 0n ? amount : 0n);
