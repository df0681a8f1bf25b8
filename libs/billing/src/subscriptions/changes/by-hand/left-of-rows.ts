import { minOf, sumOf } from '@quittance/money';
import {
  carriedRows,
  carriedWithoutNotes,
  dividedRows,
  inOrder,
  type DividedRow,
} from './divided-rows.js';

/** A row that is paid for: what its line asked for it and has not come back. */
export interface AskedRow extends DividedRow {
  /** The invoice that it stands by, or what else it shares with others. */
  readonly invoiceId: string | null;
  /** The line of the invoice that asked for it, where that is known. */
  readonly lineId: string | null;
  /** The change that began it, ids in their order; none of what a period asked for. */
  readonly begunBy?: string | null;
  /** The last change that gave back of it; ids in their order. */
  readonly givenBy?: string | null;
}

/** What of an invoice was credited by hand; without a line, beside all of them. */
export interface ByHand {
  /** The invoice, or what else rows share of one. */
  readonly invoiceId: string;
  readonly lineId: string | null;
  readonly net: bigint;
  /** What says so; ids in the order in which they were written. */
  readonly noteId?: string;
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
  const leftOf = leftOfRow(rows, byHand, openOf);
  return new Map(
    rows.flatMap((row): [string, readonly SharedRest[]][] => {
      const shares = leftOf(row);
      return shares.length === 0 ? [] : [[row.id, shares]];
    }),
  );
}

/** The same of one of them after the other. */
export function leftOfRow(
  ...asked: ConstructorParameters<typeof Rests>
): (row: AskedRow) => readonly SharedRest[] {
  const rests = new Rests(...asked);
  rests.carry();
  const known = new Map<string, SharedRest>();
  const leftOf = (shared: string): SharedRest => {
    const rest = known.get(shared) ?? { shared, left: notBelowZero(rests.of(shared)) };
    known.set(shared, rest);
    return rest;
  };
  return (row) => rests.sharesOf(row).map(leftOf);
}

/** What of the lines of an invoice neither their rows nor notes that name them have given back. */
export function leftByLines(
  rows: readonly AskedRow[],
  byHand: readonly ByHand[],
  invoiceId: string,
): bigint {
  return new Rests(rows, byHand, () => 0n).ofLines(invoiceId);
}

/** By which all rows know what they share where more was given back of some than was asked. */
const EVERYTHING = '';

/** What is left of lines, and of invoices that were credited without one; it may be below 0. */
class Rests {
  private readonly lines: Grouped;
  private readonly invoices: Grouped;
  private readonly items: Grouped;
  private readonly ofLine = new Map<string, bigint>();
  /** The sum of the rests of its lines, and of those that are above 0. */
  private readonly ofInvoice = new Map<string, bigint>();
  private readonly leftOfInvoice = new Map<string, bigint>();
  /** Lines of which notes, or what came back of others, have taken something. */
  private readonly held = new Set<string>();
  private readonly open = new Map<string, bigint>();
  private isOwed = false;

  constructor(
    rows: readonly AskedRow[],
    byHand: readonly ByHand[],
    openOf: (invoiceId: string) => bigint,
  ) {
    // In the order in which they were begun: what was asked anew comes behind what it replaced.
    const ordered = inOrder(carriedRows(rows)).filter(({ isGivenUp }) => !isGivenUp);
    const without = new Map(carriedWithoutNotes(rows).map(({ id, left }) => [id, left]));
    for (const row of ordered) {
      if (row.left < (without.get(row.id) ?? 0n)) this.held.add(lineOf(row));
    }
    this.lines = grouped(ordered, lineOf);
    this.invoices = grouped(ordered, ({ invoiceId }) => invoiceId ?? EVERYTHING);
    this.items = grouped(ordered, ({ itemId }) => itemId);
    for (const row of ordered) add(this.ofLine, lineOf(row), row.left);
    const named = new Map<string, bigint>();
    // What is open of an invoice knows nothing of what is carried from one to another.
    const carried = carriedOf(rows, ordered);
    for (const { invoiceId, lineId, net } of byHand) {
      if (lineId === null) this.open.set(invoiceId, openOf(invoiceId) + carried(invoiceId));
      else add(named, lineId, net);
    }
    for (const [line, net] of named) {
      const own = this.lines.get(line);
      if (!own) continue;
      // Somebody may have let it ask for more, which is nothing of them.
      const asked = sumOf(firstAsked(own).map((row) => row.left + row.givenBack));
      add(this.ofLine, line, -minOf(net, asked));
      this.held.add(line);
    }
    for (const id of this.invoices.keys()) {
      const rests = this.restsBy(id);
      this.ofInvoice.set(id, sumOf(rests));
      this.leftOfInvoice.set(id, sumOf(rests.map(notBelowZero)));
    }
  }

  /** By which rows know what they share: of an invoice, of a line; none of what nobody holds. */
  sharesOf({ invoiceId, ...row }: AskedRow): readonly string[] {
    const line = lineOf(row);
    return [
      ...(invoiceId !== null && this.open.has(invoiceId) ? [invoiceId] : []),
      ...(this.held.has(line) ? [line] : []),
      ...(this.isOwed ? [EVERYTHING] : []),
    ];
  }

  of(shared: string): bigint {
    if (shared === EVERYTHING) return this.ofAll();
    const open = this.open.get(shared);
    if (open === undefined) return this.ofLine.get(shared) ?? 0n;
    return minOf(open, this.ofLines(shared));
  }

  ofLines(invoiceId: string): bigint {
    return this.leftOfInvoice.get(invoiceId) ?? 0n;
  }

  private restsBy(invoiceId: string): readonly bigint[] {
    const lines = new Set(this.invoices.get(invoiceId)?.map(lineOf));
    return [...lines].map((line) => this.ofLine.get(line) ?? 0n);
  }

  /** What of everything nothing has given back, less what more came back of some than was asked. */
  private ofAll(): bigint {
    const rests = [...this.ofInvoice].map(([id, byLines]) => {
      return minOf(this.open.get(id) ?? byLines, byLines);
    });
    return sumOf(rests);
  }

  /**
   * Lets what more came back of some than was left be so much less of what was asked anew. What
   * remains of that is less of all together.
   */
  carry(): void {
    for (const [line, own] of this.lines) this.carryFrom(own, this.ofLine.get(line) ?? 0n);
    for (const [invoice, open] of this.open) {
      this.carryFrom(this.invoices.get(invoice) ?? [], open);
    }
    this.isOwed = [...this.ofLine.values(), ...this.open.values()].some((rest) => rest < 0n);
  }

  private carryFrom(rows: readonly AskedRow[], rest: bigint): void {
    let debt = -rest;
    if (debt <= 0n) return;
    const own = new Set(rows);
    const items = [...new Set(rows.map(({ itemId }) => itemId))];
    const others = new Map(
      items.map((id) => [id, this.items.get(id)?.filter((row) => !own.has(row)) ?? []]),
    );
    for (const row of rows) {
      // Of each item no more than has come back of it.
      let ofRow = minOf(debt, row.givenBack);
      for (const next of others.get(row.itemId) ?? []) {
        if (ofRow <= 0n) break;
        if (!isAskedAnew(next, row)) continue;
        const part = minOf(ofRow, this.leftOf(next));
        if (part <= 0n) continue;
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
    const was = this.ofLine.get(lineOf(row)) ?? 0n;
    this.ofLine.set(lineOf(row), was - amount);
    const id = invoiceId ?? EVERYTHING;
    add(this.ofInvoice, id, -amount);
    add(this.leftOfInvoice, id, notBelowZero(was - amount) - notBelowZero(was));
    if (this.open.has(id)) add(this.open, id, -amount);
  }
}

/** How much more is left of the rows of an invoice, as what came back against others is of those. */
function carriedOf(
  rows: readonly AskedRow[],
  carried: readonly AskedRow[],
): (invoiceId: string) => bigint {
  const sums = new Map<string, bigint>();
  for (const { invoiceId, left } of carried) add(sums, invoiceId ?? EVERYTHING, left);
  for (const { invoiceId, left } of dividedRows(rows)) add(sums, invoiceId ?? EVERYTHING, -left);
  return (invoiceId) => sums.get(invoiceId) ?? 0n;
}

/** What a line asked for, but for what stands by it as it took the place of that. */
function firstAsked(own: readonly AskedRow[]): readonly AskedRow[] {
  const items = new Set<string>();
  return own.filter(({ itemId, begunBy }) => {
    const isFirst = !items.has(itemId);
    items.add(itemId);
    return isFirst || !begunBy;
  });
}

/** What stands for days that came back of another. */
function isAskedAnew(next: AskedRow, { id, itemId, untilOn, uncutOn }: AskedRow): boolean {
  // What is cut at its first day is not asked anew by itself.
  if (uncutOn === null || next.itemId !== itemId || next.id <= id) return false;
  return next.startOn >= untilOn && next.startOn < uncutOn;
}

type Grouped = ReadonlyMap<string, readonly AskedRow[]>;

function grouped(rows: readonly AskedRow[], by: (row: AskedRow) => string): Grouped {
  const groups = new Map<string, AskedRow[]>();
  for (const row of rows) {
    const group = groups.get(by(row));
    if (group) group.push(row);
    else groups.set(by(row), [row]);
  }
  return groups;
}

const lineOf = ({ id, lineId }: Pick<AskedRow, 'id' | 'lineId'>) => lineId ?? id;

const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount);

const notBelowZero = (amount: bigint) => (amount > 0n ? amount : 0n);
