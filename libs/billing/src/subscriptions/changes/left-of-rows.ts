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
export interface LeftOfRow {
  /** By which rows know that they share it. */
  readonly line: string;
  readonly left: bigint;
}

/**
 * Of rows whose invoices somebody has credited by hand: what may still come back of them. What a
 * line asked comes back once; and of an invoice that was credited without saying of which line, all
 * of them share what nothing has given back. What came back beyond that came back against what was
 * asked anew for the same days, of which so much less is left.
 * @param openOf what of an invoice no note has given back, and no change does in another way
 */
export function leftOfRows(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  openOf: (invoiceId: string) => bigint,
): ReadonlyMap<string, LeftOfRow> {
  const rests = new Rests(rows, byHand, openOf);
  rests.carry();
  return new Map(
    rows.flatMap((row): [string, LeftOfRow][] => {
      const line = rests.sharedBy(row);
      return line === null ? [] : [[row.id, { line, left: notBelowZero(rests.of(row)) }]];
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
    const own = reopenedAtOnce(known, byHand, openNow).find((each) => each.id === id);
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

/** As if each of them were the only one. */
function reopenedAtOnce(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  openOf: (invoiceId: string) => bigint,
): readonly ReopenedRow[] {
  const rests = new Rests(rows, byHand, openOf);
  rests.carry();
  const left = new Map<string, bigint>();
  for (const row of rows) {
    const shared = rests.sharedBy(row);
    if (shared === null) continue;
    if (!left.has(shared)) left.set(shared, rests.of(row) - rests.carriedFrom(shared));
    add(left, shared, row.givenAgainst ?? 0n);
  }
  return rows.flatMap((row): ReopenedRow[] => {
    const { id, heldBack = 0n, givenAgainst = 0n } = row;
    if (heldBack === 0n && givenAgainst === 0n) return [];
    const shared = rests.sharedBy(row);
    if (shared === null) return [{ id, back: heldBack, against: 0n }];
    // What was asked anew for its days by the same line was no part of it when it came back.
    const anew = rows.filter((each) => isAskedAnew(each, row) && rests.sharedBy(each) === shared);
    const besides = sumOf(anew.map((each) => each.left + each.givenBack));
    const room = notBelowZero((left.get(shared) ?? 0n) - besides);
    const back = minOf(heldBack, room);
    const ofLine = minOf(givenAgainst, room - back);
    add(left, shared, -back - givenAgainst);
    return back > 0n || ofLine > 0n ? [{ id, back, against: givenAgainst - ofLine }] : [];
  });
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

  /** By which rows know what they share; null of what nobody holds. */
  sharedBy(row: AskedRow): string | null {
    if (row.invoiceId !== null && this.open.has(row.invoiceId)) return row.invoiceId;
    return this.held.has(lineOf(row)) ? lineOf(row) : null;
  }

  of({ invoiceId, ...row }: AskedRow): bigint {
    const open = invoiceId === null ? undefined : this.open.get(invoiceId);
    if (open === undefined) return this.ofLine.get(lineOf(row)) ?? 0n;
    return minOf(open, this.ofLines(invoiceId));
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
        const part = minOf(ofRow, minOf(this.of(next), this.ofLine.get(lineOf(next)) ?? 0n));
        if (part <= 0n) continue;
        const shared = this.sharedBy(row);
        if (shared !== null) add(this.carried, shared, part);
        this.take(row, -part);
        this.take(next, part);
        this.held.add(lineOf(next));
        ofRow -= part;
        debt -= part;
      }
    }
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
