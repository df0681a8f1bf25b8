import { minOf, sumOf } from '@quittance/money';
import {
  askedOfRow,
  dividedRows,
  divisionOf,
  givenByParts,
  inOrder,
  keptDivision,
  type Division,
  type KeptDivision,
  type RowPart,
} from './divided-rows.js';
import { leftOfRow, type AskedRow, type ByHand } from './left-of-rows.js';

/** What was held back of a row and comes back after all, and what of all that is against others. */
export interface ReopenedRow {
  readonly id: string;
  readonly back: bigint;
  readonly against: bigint;
  /** What comes back, by the rows that asked for it. */
  readonly parts: readonly Pick<RowPart, 'id' | 'amount'>[];
  /** All that has come back for its days then. */
  readonly division: KeptDivision;
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
  const backOf = ({ id, givenBack }: AskedRow) => never.get(id)?.back ?? givenBack;
  const standing = inOrder(rows.filter(({ isGivenUp }) => !isGivenUp));
  const stands = new Set(standing.map(({ id }) => id));
  let room = sumOf(standing.map((row) => backOf(row) - row.givenBack));
  return standing.flatMap((row): ReopenedRow[] => {
    const { id, heldBack = 0n, givenAgainst = 0n } = row;
    if (heldBack === 0n && givenAgainst === 0n) return [];
    const most = notBelowZero(minOf(backOf(row) - row.givenBack, heldBack, room));
    const against = minOf(givenAgainst, never.get(id)?.against ?? 0n);
    const given = new Given(divisionOf(row, askedOfRow(row)), never.get(id)?.parts ?? []);
    // What an invoice asked that is given up is owed to nobody.
    const parts = given.more(most, 'held', (part) => stands.has(part));
    const back = givenByParts({ parts });
    room -= back;
    if (back === 0n && against === givenAgainst) return [];
    // What is no longer taken off what was asked anew has come back of these rows.
    given.more(givenAgainst - against, 'instead');
    return [{ id, back, against, parts, division: keptDivision(given.division) }];
  });
}

/** What has come back for the days of a row, and would have. */
class Given {
  constructor(
    public division: Division,
    private readonly never: readonly RowPart[],
  ) {}

  /** So much more of what did not: of each as much as would have, and beyond that of any. */
  more(amount: bigint, of: 'held' | 'instead', isOf = (_id: string) => true): RowPart[] {
    const would = this.take(amount, of, ({ id, amount: given }) => {
      const part = this.never.find((each) => each.id === id);
      return isOf(id) ? notBelowZero((part?.amount ?? 0n) - given) : 0n;
    });
    const rest = amount - givenByParts({ parts: would });
    return [...would, ...this.take(rest, of, ({ id }) => (isOf(id) ? rest : 0n))];
  }

  private take(
    amount: bigint,
    of: 'held' | 'instead',
    mostOf: (part: RowPart) => bigint,
  ): RowPart[] {
    let open = amount;
    const taken: RowPart[] = [];
    const parts = this.division.parts.map((part) => {
      const back = minOf(open, part[of], mostOf(part));
      if (back <= 0n) return part;
      open -= back;
      taken.push({ id: part.id, amount: back, instead: 0n, held: 0n });
      return { ...part, amount: part.amount + back, [of]: part[of] - back };
    });
    this.division = { ...this.division, parts };
    return taken;
  }
}

/** What would have come back for the days of a row. */
interface NeverGiven {
  readonly back: bigint;
  readonly against: bigint;
  readonly parts: readonly RowPart[];
}

/** What changes would have given back by some notes alone. */
class Never {
  /** All that is asked, before any change. */
  private rows: readonly AskedRow[];
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
      const given = { givenBack: 0n, givenAgainst: 0n, heldBack: 0n, division: null };
      return { ...row, ...uncut, ...given, left };
    });
    this.divided = dividedRows(known);
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
    const rows = new Map(this.rows.map((row) => [row.id, row]));
    const left = new Map<string, bigint>();
    const begun = this.rows.filter(({ begunBy }) => begunBy === change);
    const asked = new Map(begun.map((row) => [row.id, row.left]));
    // As they were settled: those that something is asked for anew ahead of those that end.
    const placeOf = (row: AskedRow) => begun.find((next) => standsFor(next, row))?.id ?? LAST;
    const cut = this.cut
      .filter((row) => changeOf(row) === change)
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .map((row) => ({
        row,
        anew: new AskedAnew(begun, asked, row),
        ...divisionOf(row, askedOfRow(row)),
      }));
    for (const { anew, against } of cut) anew.take(against);
    for (const { row, anew, against, parts } of cut) {
      const given = parts.map(({ id, ...part }): RowPart => {
        const all = part.amount + part.instead + part.held;
        const own = sharesOf(rows.get(id) ?? row).map((each) => {
          return { shared: each.shared, left: left.get(each.shared) ?? each.left };
        });
        const fromLine = minOf(all, ...own.map((each) => each.left));
        for (const each of own) left.set(each.shared, each.left - fromLine);
        const instead = anew.take(all - fromLine);
        return { id, amount: fromLine, instead, held: all - fromLine - instead };
      });
      this.give(row, { against, parts: given });
    }
  }

  private notes(isTold: (noteId: string) => boolean): readonly ByHand[] {
    return this.byHand.filter(({ noteId = '' }) => isTold(noteId));
  }

  private give({ id, untilOn, uncutOn }: AskedRow, division: Division): void {
    const { parts } = division;
    const against = division.against + sumOf(parts.map(({ instead }) => instead));
    const givenBack = givenByParts(division) + against;
    const heldBack = sumOf(parts.map(({ held }) => held));
    this.rows = this.rows.map((row) => {
      if (row.id !== id) return row;
      const given = { givenBack, heldBack, givenAgainst: against, left: row.left - givenBack };
      return { ...row, ...given, untilOn, uncutOn, division: keptDivision(division) };
    });
    this.back.set(id, { back: givenBack, against, parts });
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
    const then = leftOf(dividedRows(before));
    return this.openOf(invoiceId) + sumOf(credited) - leftOf(this.divided) + then;
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
