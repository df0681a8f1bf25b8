import { minOf, sumOf } from '@quittance/money';

/** A row that is paid for: what its line asked for it and has not come back. */
export interface AskedRow {
  readonly id: string;
  readonly itemId: string;
  /** The invoice that it stands by, or what else it shares with others. */
  readonly invoiceId: string | null;
  /** The line of the invoice that asked for it, where that is known. */
  readonly lineId: string | null;
  readonly left: bigint;
  readonly startOn: string;
  readonly untilOn: string;
  /** Until when it was paid for before it was cut; null where it was not. */
  readonly uncutOn: string | null;
  /** What came back of it for the days behind. */
  readonly givenBack: bigint;
  /** What more would have, had nobody credited it by hand; 0 where it is not told. */
  readonly heldBack?: bigint;
  /** What of `givenBack` came back against what was asked anew alone. */
  readonly givenAgainst?: bigint;
}

/** What of an invoice was credited by hand; without a line, beside all of them. */
export interface ByHand {
  /** The invoice, or what else rows share of one. */
  readonly invoiceId: string;
  readonly lineId: string | null;
  readonly net: bigint;
}

/** How much of what rows share may still come back. */
export interface SharedRest {
  /** By which rows know that they share it. */
  readonly shared: string;
  readonly left: bigint;
}

/**
 * Of rows whose invoices somebody has credited by hand: what may still come back of them. What a
 * line asked comes back once; and of an invoice that was credited without saying of which line, all
 * of them share what nothing has given back, each within its own line. What came back beyond that
 * came back against what was asked anew for the same days, of which so much less is left.
 * @param openOf what of an invoice no note has given back, and no change does in another way
 */
export function leftOfRows(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  openOf: (invoiceId: string) => bigint,
): ReadonlyMap<string, readonly SharedRest[]> {
  const rests = new Rests(rows, byHand, openOf);
  rests.carry();
  return new Map(
    rows.flatMap((row): [string, SharedRest[]][] => {
      const shares = rests.sharesOf(row);
      if (shares.length === 0) return [];
      const leftOf = (shared: string) => ({ shared, left: notBelowZero(rests.of(shared)) });
      return [[row.id, shares.map(leftOf)]];
    }),
  );
}

/** What was held back of a row and comes back after all, and what of all that is against others. */
export interface ReopenedRow {
  readonly id: string;
  readonly back: bigint;
  readonly against: bigint;
}

/**
 * Of rows of which notes by hand have held something back what comes back by those that are left of
 * the notes: as much as would have, had there never been more of them. Row by row, in the order in
 * which they were begun: what comes back of one may be more than is left of it, against what was
 * asked anew.
 */
export function reopenedRows(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  openOf: (invoiceId: string) => bigint,
): readonly ReopenedRow[] {
  const given = new Map<string, bigint>();
  const openNow = (id: string) => openOf(id) - (given.get(id) ?? 0n);
  let known = inOrder(rows);
  const reopened: ReopenedRow[] = [];
  // Each is reckoned over all of them: those that hold nothing back are not.
  const holding = known.filter(({ heldBack = 0n, givenAgainst = 0n }) => {
    return heldBack > 0n || givenAgainst > 0n;
  });
  for (const { id, invoiceId } of holding) {
    const rests = new Rests(known, byHand, openNow);
    rests.carry();
    const row = known.find((each) => each.id === id);
    const own = row && reopenedOf(row, known, rests);
    if (!own) continue;
    reopened.push(own);
    known = known.map((row) => (row.id === id ? withReopened(row, own) : row));
    if (invoiceId !== null) add(given, invoiceId, own.back);
  }
  return reopened;
}

function withReopened(row: AskedRow, { back, against }: ReopenedRow): AskedRow {
  const { left, givenBack, heldBack = 0n } = row;
  const held = { heldBack: heldBack - back, givenAgainst: against };
  return { ...row, left: left - back, givenBack: givenBack + back, ...held };
}

/** As if nothing were held back of the others. */
function reopenedOf(row: AskedRow, rows: readonly AskedRow[], rests: Rests): ReopenedRow | null {
  const { id, heldBack = 0n, givenAgainst = 0n } = row;
  const rooms = rests.sharesOf(row).map((shared) => {
    const sharing = rows.filter((each) => rests.sharesOf(each).includes(shared));
    return notBelowZero(rests.of(shared) - rests.carriedFrom(shared) + asBefore(row, sharing));
  });
  const back = minOf(heldBack, ...rooms);
  const ofLine = minOf(givenAgainst, ...rooms.map((room) => room - back));
  return back > 0n || ofLine > 0n ? { id, back, against: givenAgainst - ofLine } : null;
}

/**
 * How much more was left of what rows share when the days of one came back: what came back against
 * what was asked anew took nothing of it, and what was asked anew for them by the same line was no
 * part of it. What of another row came back against what the same line asked is of neither.
 */
function asBefore(row: AskedRow, sharing: readonly AskedRow[]): bigint {
  const anewOf = (of: AskedRow) => sharing.filter((each) => isAskedAnew(each, of));
  const askedBy = (of: readonly AskedRow[]) => sumOf(of.map((each) => each.left + each.givenBack));
  const anew = anewOf(row);
  const against = sharing.map((each) => {
    const { givenAgainst = 0n } = each;
    if (givenAgainst === 0n || each === row || anew.includes(each)) return givenAgainst;
    return givenAgainst - minOf(givenAgainst, askedBy(anewOf(each)));
  });
  return sumOf(against) - askedBy(anew);
}

/** What of the lines of an invoice neither their rows nor notes that name them have given back. */
export function leftByLines(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  invoiceId: string,
): bigint {
  return new Rests(rows, byHand, () => 0n).ofLines(invoiceId);
}

/** What is left of lines, and of invoices that were credited without one; it may be below 0. */
class Rests {
  private readonly rows: readonly AskedRow[];
  private readonly ofLine = new Map<string, bigint>();
  /** Lines of which notes, or what came back of others, have taken something. */
  private readonly held = new Set<string>();
  private readonly open = new Map<string, bigint>();
  private readonly carried = new Map<string, bigint>();

  constructor(
    rows: readonly AskedRow[],
    byHand: readonly ByHand[],
    openOf: (invoiceId: string) => bigint,
  ) {
    // In the order in which they were begun: what was asked anew comes behind what it replaced.
    this.rows = inOrder(rows);
    for (const row of rows) add(this.ofLine, lineOf(row), row.left);
    for (const { invoiceId, lineId, net } of byHand) {
      if (lineId === null) this.open.set(invoiceId, openOf(invoiceId));
      else if (this.ofLine.has(lineId)) {
        add(this.ofLine, lineId, -net);
        this.held.add(lineId);
      }
    }
  }

  /** What of it went over to what was asked anew. */
  carriedFrom(shared: string): bigint {
    return this.carried.get(shared) ?? 0n;
  }

  /** By which rows know what they share: of an invoice, of a line; none of what nobody holds. */
  sharesOf({ invoiceId, ...row }: AskedRow): readonly string[] {
    const line = lineOf(row);
    return [
      ...(invoiceId !== null && this.open.has(invoiceId) ? [invoiceId] : []),
      ...(this.held.has(line) ? [line] : []),
    ];
  }

  of(shared: string): bigint {
    const open = this.open.get(shared);
    if (open === undefined) return this.ofLine.get(shared) ?? 0n;
    return minOf(open, this.ofLines(shared));
  }

  ofLines(invoiceId: string | null): bigint {
    const own = this.rows.filter((each) => each.invoiceId === invoiceId);
    const lines = [...new Set(own.map(lineOf))];
    return sumOf(lines.map((line) => notBelowZero(this.ofLine.get(line) ?? 0n)));
  }

  /** Lets what more came back of some than was left be so much less of what was asked anew. */
  carry(): void {
    for (const line of new Set(this.rows.map(lineOf))) {
      const own = this.rows.filter((row) => lineOf(row) === line);
      this.carryFrom(own, -(this.ofLine.get(line) ?? 0n));
    }
    for (const invoice of this.open.keys()) {
      const own = this.rows.filter(({ invoiceId }) => invoiceId === invoice);
      this.carryFrom(own, -(this.open.get(invoice) ?? 0n));
    }
  }

  private carryFrom(own: readonly AskedRow[], beyond: bigint): void {
    let debt = beyond;
    for (const row of own) {
      // Of each item no more than has come back of it.
      let ofRow = minOf(debt, row.givenBack);
      for (const next of this.rows) {
        if (ofRow <= 0n) break;
        if (!isAskedAnew(next, row) || own.includes(next)) continue;
        const part = minOf(ofRow, this.leftOf(next));
        if (part <= 0n) continue;
        const [shares, others] = [this.sharesOf(row), this.sharesOf(next)];
        for (const shared of shares) if (!others.includes(shared)) add(this.carried, shared, part);
        this.take(row, -part);
        this.take(next, part);
        this.held.add(lineOf(next));
        ofRow -= part;
        debt -= part;
      }
    }
  }

  private leftOf(row: AskedRow): bigint {
    const ofLine = this.ofLine.get(lineOf(row)) ?? 0n;
    return minOf(ofLine, ...this.sharesOf(row).map((shared) => this.of(shared)));
  }

  private take({ invoiceId, ...row }: AskedRow, amount: bigint): void {
    add(this.ofLine, lineOf(row), -amount);
    if (invoiceId !== null && this.open.has(invoiceId)) add(this.open, invoiceId, -amount);
  }
}

/** What stands for days that came back of another. */
function isAskedAnew(next: AskedRow, { id, itemId, untilOn, uncutOn }: AskedRow): boolean {
  // What is cut at its first day is not asked anew by itself.
  if (uncutOn === null || next.itemId !== itemId || next.id <= id) return false;
  return next.startOn >= untilOn && next.startOn < uncutOn;
}

const inOrder = (rows: readonly AskedRow[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

const lineOf = ({ id, lineId }: Pick<AskedRow, 'id' | 'lineId'>) => lineId ?? id;

const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount);

const notBelowZero = (amount: bigint) => (amount > 0n ? amount : 0n);
