import { minOf, sumOf } from '@quittance/money';
import {
  carriedRows,
  dividedRows,
  inOrder,
  partsGiven,
  partsOfRow,
  type RowPart,
} from './divided-rows.js';
import { leftOfRow, type AskedRow, type ByHand } from './left-of-rows.js';

/** What was held back of a row and comes back after all, and what of all that is against others. */
export interface ReopenedRow {
  readonly id: string;
  readonly back: bigint;
  readonly against: bigint;
  /** What comes back, by the rows that asked for it. */
  readonly parts: readonly RowPart[];
}

/**
 * Of rows of which notes by hand have held something back what comes back by those that are left of
 * the notes: as much as would have, had there never been more of them. It is reckoned anew, change
 * by change in the order in which they were made, each by the notes that were written before it;
 * where they have given back more of others than they would have, all together come to no more.
 */
export function reopenedRows(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  openOf: (invoiceId: string) => bigint,
): readonly ReopenedRow[] {
  const never = new Never(rows, byHand, openOf).given();
  const givenOf = ({ id, givenBack }: AskedRow) => never.get(id)?.back ?? givenBack;
  const standing = inOrder(rows.filter(({ isGivenUp }) => !isGivenUp));
  const stands = new Set(standing.map(({ id }) => id));
  let room = sumOf(standing.map((row) => givenOf(row) - row.givenBack));
  return standing.flatMap((row): ReopenedRow[] => {
    const { id, heldBack = 0n, givenAgainst = 0n } = row;
    if (heldBack === 0n && givenAgainst === 0n) return [];
    const most = notBelowZero(minOf(givenOf(row) - row.givenBack, heldBack, room));
    const against = minOf(givenAgainst, never.get(id)?.against ?? 0n);
    // What an invoice asked that is given up is owed to nobody.
    const parts = beyond(most, row, rows, never.get(id)?.parts ?? []).filter((part) =>
      stands.has(part.id),
    );
    const back = sumOf(parts.map(({ amount }) => amount));
    room -= back;
    return back > 0n || against < givenAgainst ? [{ id, back, against, parts }] : [];
  });
}

/** By which rows it comes back: of the last of them as much as has not already. */
function beyond(
  back: bigint,
  row: AskedRow,
  rows: readonly AskedRow[],
  never: readonly RowPart[],
): RowPart[] {
  const given = new Map(partsGiven(row, rows).map(({ id, amount }) => [id, amount]));
  let open = back;
  const parts = never.flatMap(({ id, amount }): RowPart[] => {
    const part = minOf(open, notBelowZero(amount - (given.get(id) ?? 0n)));
    open -= part;
    return part > 0n ? [{ id, amount: part }] : [];
  });
  return open > 0n ? [{ id: row.id, amount: open }, ...parts] : parts;
}

/** What would have come back for the days of a row. */
interface NeverGiven {
  readonly back: bigint;
  readonly against: bigint;
  readonly parts: readonly RowPart[];
}

interface NeverHeld extends AskedRow {
  readonly givenAgainst: bigint;
}

/** What changes would have given back by some notes alone. */
class Never {
  /** All that is asked, before any change. */
  private readonly rows: NeverHeld[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly cut: readonly AskedRow[];
  /** All of them as they are today. */
  private readonly divided: readonly AskedRow[];
  private readonly back: Map<string, NeverGiven>;

  constructor(
    known: readonly AskedRow[],
    private readonly byHand: readonly ByHand[],
    private readonly openOf: (invoiceId: string) => bigint,
  ) {
    this.rows = known.map((row) => {
      const left = row.left + row.givenBack;
      const uncut = { untilOn: row.uncutOn ?? row.untilOn, uncutOn: null };
      return { ...row, ...uncut, left, givenBack: 0n, givenAgainst: 0n };
    });
    this.divided = dividedRows(known);
    this.places = new Map(this.rows.map(({ id }, i) => [id, i]));
    this.back = new Map(known.map(({ id }) => [id, { back: 0n, against: 0n, parts: [] }]));
    this.cut = inOrder(known).filter(({ uncutOn }) => uncutOn !== null);
  }

  given(): ReadonlyMap<string, NeverGiven> {
    const changes = [...new Set(this.cut.map(changeOf))].sort();
    for (const change of changes) this.replay(change);
    return this.back;
  }

  /** No more than is left of what rows share, and beyond that what is asked for the same days. */
  private replay(change: string): void {
    const before = this.rows.filter(({ begunBy }) => !begunBy || begunBy < change);
    const [known, later] = [this.notes((id) => id < change), this.notes((id) => id >= change)];
    const sharesOf = leftOfRow(before, known, (id) => this.openThen(id, before, later));
    const left = new Map<string, bigint>();
    const begun = this.rows.filter(({ begunBy }) => begunBy === change);
    const asked = new Map(begun.map((row) => [row.id, row.left]));
    // As they were settled: those that something is asked for anew ahead of those that end.
    const placeOf = (row: AskedRow) => begun.find((next) => standsFor(next, row))?.id ?? LAST;
    const cut = this.cut.filter((row) => changeOf(row) === change);
    for (const row of cut.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
      const anew = new AskedAnew(begun, asked, row);
      const gone = row.givenBack + (row.heldBack ?? 0n);
      const rows = carriedRows(this.rows);
      const of = { ...row, left: rows.find(({ id }) => id === row.id)?.left ?? 0n };
      const given = partsOfRow(of, gone, { rows, anew: anew.left });
      let against = anew.take(given.against);
      const parts = [...given.ofChanges, ...given.ofPeriod].map(({ id, amount }): RowPart => {
        const own = sharesOf(this.rowOf(id) ?? row).map((each) => {
          return { shared: each.shared, left: left.get(each.shared) ?? each.left };
        });
        const fromLine = minOf(amount, ...own.map((each) => each.left));
        for (const each of own) left.set(each.shared, each.left - fromLine);
        against += anew.take(amount - fromLine);
        return { id, amount: fromLine };
      });
      this.give(row, parts, against);
    }
  }

  private notes(isTold: (noteId: string) => boolean): readonly ByHand[] {
    return this.byHand.filter(({ noteId = '' }) => isTold(noteId));
  }

  private give(
    { id, untilOn, uncutOn }: AskedRow,
    parts: readonly RowPart[],
    against: bigint,
  ): void {
    this.change(id, (row) => {
      const [left, givenBack] = [row.left - against, row.givenBack + against];
      return { ...row, untilOn, uncutOn, left, givenBack, givenAgainst: against };
    });
    for (const part of parts) {
      this.change(part.id, (row) => {
        return { ...row, left: row.left - part.amount, givenBack: row.givenBack + part.amount };
      });
    }
    const back = against + sumOf(parts.map(({ amount }) => amount));
    this.back.set(id, { back, against, parts });
  }

  private rowOf(id: string): NeverHeld | undefined {
    return this.rows[this.places.get(id) ?? -1];
  }

  private change(id: string, to: (row: NeverHeld) => NeverHeld): void {
    const row = this.rowOf(id);
    if (row) this.rows[this.places.get(id) ?? -1] = to(row);
  }

  /** What of an invoice was open when so much of its rows had been asked and given back. */
  private openThen(
    invoiceId: string,
    before: readonly AskedRow[],
    later: readonly ByHand[],
  ): bigint {
    const leftOf = (rows: readonly AskedRow[]) =>
      sumOf(rows.flatMap((row) => (row.invoiceId === invoiceId ? [row.left] : [])));
    const credited = later.flatMap((note) => (note.invoiceId === invoiceId ? [note.net] : []));
    return this.openOf(invoiceId) + sumOf(credited) - leftOf(this.divided) + leftOf(before);
  }
}

/** What a change asked for days of a row that it has cut, and nothing has come back against yet. */
class AskedAnew {
  private readonly ids: readonly string[];

  constructor(
    begun: readonly AskedRow[],
    private readonly asked: Map<string, bigint>,
    cut: AskedRow,
  ) {
    this.ids = begun.filter((each) => standsFor(each, cut)).map(({ id }) => id);
  }

  get left(): bigint {
    return sumOf(this.ids.map((id) => this.asked.get(id) ?? 0n));
  }

  take(amount: bigint): bigint {
    let open = amount;
    for (const id of this.ids) {
      const left = this.asked.get(id) ?? 0n;
      const part = minOf(open, left);
      this.asked.set(id, left - part);
      open -= part;
    }
    return amount - open;
  }
}

/** What a change asked for days of a row that it has cut. */
function standsFor(next: AskedRow, { itemId, untilOn, uncutOn }: AskedRow): boolean {
  if (uncutOn === null || next.itemId !== itemId) return false;
  return next.startOn < uncutOn && next.untilOn > untilOn;
}

/** Behind all ids. */
const LAST = '~';

/** What was cut by nobody knows what comes behind all others, by its days. */
const changeOf = ({ givenBy, untilOn }: AskedRow) => givenBy ?? `${LAST}${untilOn}`;

const notBelowZero = (amount: bigint) => (amount > 0n ? amount : 0n);
