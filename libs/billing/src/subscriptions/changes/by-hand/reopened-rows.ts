import { minOf, sumOf } from '@quittance/money';
import { inOrder, leftOfRow, type AskedRow, type ByHand } from './left-of-rows.js';

/** What was held back of a row and comes back after all, and what of all that is against others. */
export interface ReopenedRow {
  readonly id: string;
  readonly back: bigint;
  readonly against: bigint;
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
  const givenOf = ({ id, givenBack }: AskedRow) => never.get(id)?.givenBack ?? givenBack;
  let room = sumOf(rows.map((row) => givenOf(row) - row.givenBack));
  return inOrder(rows).flatMap((row): ReopenedRow[] => {
    const { id, heldBack = 0n, givenAgainst = 0n } = row;
    if (heldBack === 0n && givenAgainst === 0n) return [];
    const back = notBelowZero(minOf(givenOf(row) - row.givenBack, heldBack, room));
    const against = minOf(givenAgainst, never.get(id)?.givenAgainst ?? 0n);
    room -= back;
    return back > 0n || against < givenAgainst ? [{ id, back, against }] : [];
  });
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

  constructor(
    private readonly known: readonly AskedRow[],
    private readonly byHand: readonly ByHand[],
    private readonly openOf: (invoiceId: string) => bigint,
  ) {
    this.rows = known.map((row) => {
      const left = row.left + row.givenBack;
      const uncut = { untilOn: row.uncutOn ?? row.untilOn, uncutOn: null };
      return { ...row, ...uncut, left, givenBack: 0n, givenAgainst: 0n };
    });
    this.places = new Map(this.rows.map(({ id }, i) => [id, i]));
    this.cut = inOrder(known).filter(({ uncutOn }) => uncutOn !== null);
  }

  given(): ReadonlyMap<string, NeverHeld> {
    const changes = [...new Set(this.cut.map(changeOf))].sort();
    for (const change of changes) this.replay(change);
    return new Map(this.rows.map((row) => [row.id, row]));
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
      const own = sharesOf(row).map((each) => {
        return { shared: each.shared, left: left.get(each.shared) ?? each.left };
      });
      const gone = row.givenBack + (row.heldBack ?? 0n);
      const fromLine = minOf(gone, ...own.map((each) => each.left));
      for (const each of own) left.set(each.shared, each.left - fromLine);
      let against = 0n;
      for (const next of begun.filter((each) => standsFor(each, row))) {
        const part = minOf(gone - fromLine - against, asked.get(next.id) ?? 0n);
        asked.set(next.id, (asked.get(next.id) ?? 0n) - part);
        against += part;
      }
      this.give(row, fromLine + against, against);
    }
  }

  private notes(isTold: (noteId: string) => boolean): readonly ByHand[] {
    return this.byHand.filter(({ noteId = '' }) => isTold(noteId));
  }

  private give({ id, untilOn, uncutOn }: AskedRow, givenBack: bigint, givenAgainst: bigint): void {
    const at = this.places.get(id) ?? -1;
    const row = this.rows[at];
    if (!row) return;
    const left = row.left - givenBack;
    this.rows[at] = { ...row, untilOn, uncutOn, left, givenBack, givenAgainst };
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
    return this.openOf(invoiceId) + sumOf(credited) - leftOf(this.known) + leftOf(before);
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
