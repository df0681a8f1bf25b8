import type { LocalDate } from '@quittance/calendar';
import { minOf, sumOf } from '@quittance/money';
import { settlementOf } from '@quittance/sales/testing';
import * as fc from 'fast-check';
import { runs } from '../../../../../../test/support/tier.js';
import { UNCUT, type PaidItem } from '../../paid-item.js';
import type { ChangeId } from '../change-line.js';
import { cutRows, endedDays } from '../cut-rows.js';
import { carriedWithoutNotes, divisionOf, givenByParts } from './divided-rows.js';
import { leftOfRows, type ByHand } from './left-of-rows.js';
import { reopenedRows } from './reopened-rows.js';

type Whole = Parameters<typeof settlementOf>[0];
type Items = Whole['items'];
type Settled = NonNullable<ReturnType<typeof settlementOf>>;
type Proration = 'prorated' | 'full';

interface Row extends PaidItem {
  readonly lineId: string;
}

const DAYS = 31;
const dayOf = (day: number) =>
  (day > DAYS ? '2027-01-01' : `2026-12-${String(day).padStart(2, '0')}`) as LocalDate;
const SUBSCRIPTION = {
  frequency: 'monthly',
  anchorDate: dayOf(1),
  anchorDay: 1,
  billedFrom: dayOf(1),
  gridBefore: null,
  gridNext: null,
  stub: 'prorated',
};

/** A subscription whose December is invoiced, that changes, and whose invoices are credited. */
class Books {
  private rows: Row[];
  private prices: readonly bigint[];
  private readonly notes: ByHand[] = [];
  /** What changes have given back of each row. */
  private readonly returned = new Map<string, bigint>();
  /** What invoices came to, in their order, less what changes credit of them. */
  private readonly totals = new Map<string, bigint>();
  private made = 0;
  private charged: bigint;

  constructor(prices: readonly bigint[]) {
    this.prices = prices;
    this.charged = sumOf(prices);
    this.totals.set('period', this.charged);
    this.rows = prices.map((price, i) => {
      const asked = { itemId: `item ${i}` as unknown as Row['itemId'], price, amount: price };
      return this.row({ ...asked, startOn: dayOf(1), untilOn: dayOf(DAYS + 1) }, null, 'period');
    });
  }

  /** Lets items cost something else from a day on; all of them end where nothing is told. */
  change(day: number, to: readonly bigint[] | null, proration: Proration): void {
    const paid = this.paid();
    const whole = { subscription: SUBSCRIPTION, items: itemsOf(this.prices) } as unknown as Whole;
    const change = { on: dayOf(day), after: itemsOf(to ?? []), proration };
    const billed = { coveredUntil: dayOf(DAYS + 1), paid, undone: null };
    const settled = settlementOf(whole, billed, change);
    if (to) this.prices = to;
    if (!settled) return;
    const changeId = this.id() as ChangeId;
    const items = settled.items.map((each) => ({ ...each, taxedBy: null }));
    const byId = new Map<string, PaidItem>(this.rows.map((row) => [row.id, row]));
    const ended = endedDays({ settlement: { ...settled, items }, changeId }, byId);
    const cut = new Map(cutRows(ended, changeId).map((row) => [row.id, row]));
    for (const { gone } of ended) {
      // As its line says.
      this.give(gone.paidId, gone.amount);
    }
    this.rows = this.rows.map((row) => ({ ...row, ...cut.get(row.id) }));
    this.ask(settled, changeId);
    this.charged += settled.net;
    let open = -settled.net;
    for (const invoiceId of [...this.totals.keys()].reverse()) {
      if (open <= 0n) return;
      const part = minOf(open, this.creditable(invoiceId));
      this.totals.set(invoiceId, (this.totals.get(invoiceId) ?? 0n) - part);
      open -= part;
    }
  }

  /** At most so much in a thousand of an invoice, or of one of its lines. Answers what it took. */
  credit({ of, named, share }: Note): ByHand {
    const invoiceIds = [...this.totals.keys()];
    const invoiceId = invoiceIds[of % invoiceIds.length] as string;
    const lines = [...new Set(this.of(invoiceId).map(({ lineId }) => lineId))];
    const lineId = (named && lines[of % lines.length]) || null;
    const most = minOf(
      this.creditable(invoiceId),
      this.kept(),
      ...(lineId ? [this.leftOfLine(lineId)] : []),
    );
    const net = most > 0n ? (most * BigInt(share)) / 1000n : 0n;
    return this.write({ invoiceId, lineId, net });
  }

  write(note: ByHand): ByHand {
    this.notes.push({ ...note, noteId: this.id() });
    return note;
  }

  /** Lets a note be of so much. */
  rewrite(at: number, net: bigint): void {
    this.notes[at] = { ...(this.notes[at] as ByHand), net };
    const reopened = reopenedRows(this.asked(), this.standing(), (id) => this.openOf(id));
    for (const { id, back, against, parts, division } of reopened) {
      this.rows = this.rows.map((row) => {
        if (row.id !== id) return row;
        const [givenBack, heldBack] = [row.givenBack + back, row.heldBack - back];
        return { ...row, givenBack, heldBack, givenAgainst: against, division };
      });
      for (const part of parts) this.give(part.id, part.amount);
      this.charged -= back;
    }
  }

  /** What is asked, less what changes and notes give back. */
  kept(): bigint {
    return this.charged - sumOf(this.notes.map(({ net }) => net));
  }

  /** Of no row more comes back than it asked. */
  isWithinAsked(): boolean {
    const parts = this.rows.flatMap((row) => divisionOf(row, row.amount).parts);
    const backOf = ({ id }: Row) => givenByParts({ parts: parts.filter((part) => part.id === id) });
    return this.rows.every((row) => backOf(row) <= row.amount);
  }

  private id(): string {
    this.made += 1;
    return String(this.made).padStart(4, '0');
  }

  private row(
    asked: Pick<Row, 'itemId' | 'price' | 'amount' | 'startOn' | 'untilOn'>,
    changeId: ChangeId | null,
    invoiceId: string,
    line?: string,
  ): Row {
    const id = this.id() as PaidItem['id'];
    return {
      ...UNCUT,
      ...asked,
      id,
      fullDays: DAYS,
      invoiceId: invoiceId as Row['invoiceId'],
      changeId,
      ownChange: false,
      begunBy: changeId,
      linePosition: null,
      givenBack: 0n,
      heldBack: 0n,
      givenAgainst: 0n,
      division: null,
      lineId: line ?? `line of ${id}`,
    };
  }

  /** A rise is invoiced, and what falls stands by what asked for the days before. */
  private ask({ items, net }: Settled, changeId: ChangeId): void {
    const invoiceId = `by ${changeId}`;
    if (net > 0n) this.totals.set(invoiceId, net);
    for (const { item, charge, price, start, until, gone } of items) {
      if (price === null) continue;
      const was = this.rows.find(({ id }) => id === gone[0]?.paidId);
      const { itemId } = item;
      const asked = { itemId, price, amount: charge, startOn: start, untilOn: until };
      const by = net > 0n || !was ? [invoiceId] : [was.invoiceId as string, was.lineId];
      this.rows.push(this.row(asked, changeId, ...(by as [string])));
    }
  }

  private paid() {
    const left = new Map(carriedWithoutNotes(this.asked()).map((row) => [row.id, row.left]));
    const notes = this.standing();
    const shares = leftOfRows(notes.length > 0 ? this.asked() : [], notes, (id) => this.openOf(id));
    return this.rows.map(({ id, itemId, startOn, untilOn, fullDays, price, changeId }) => {
      const days = { id, itemId, start: startOn, until: untilOn, fullDays, price };
      const within = shares.get(id);
      const ofPeriod = changeId === null;
      return { ...days, left: left.get(id) ?? 0n, ofPeriod, ...(within && { within }) };
    });
  }

  private asked() {
    return this.rows.map((row) => ({ ...row, left: row.amount - row.givenBack }));
  }

  private standing(): readonly ByHand[] {
    return this.notes.filter(({ net }) => net > 0n);
  }

  private of(invoiceId: string): readonly Row[] {
    return this.rows.filter((row) => row.invoiceId === invoiceId);
  }

  private give(id: string, amount: bigint): void {
    this.returned.set(id, (this.returned.get(id) ?? 0n) + amount);
  }

  private leftOf(rows: readonly Row[]): bigint {
    return sumOf(rows.map(({ id, amount }) => amount - (this.returned.get(id) ?? 0n)));
  }

  private openOf(invoiceId: string): bigint {
    return this.leftOf(this.of(invoiceId)) - this.creditedOf(invoiceId);
  }

  private creditable(invoiceId: string): bigint {
    return (this.totals.get(invoiceId) ?? 0n) - this.creditedOf(invoiceId);
  }

  private creditedOf(invoiceId: string): bigint {
    const own = this.notes.filter((note) => note.invoiceId === invoiceId);
    return sumOf(own.map(({ net }) => net));
  }

  private leftOfLine(lineId: string): bigint {
    const credited = sumOf(
      this.notes.filter((note) => note.lineId === lineId).map(({ net }) => net),
    );
    const rows = this.rows.filter((row) => row.lineId === lineId);
    // Others stand by it as they took its place, and the invoice asked for none of them.
    return minOf(this.leftOf(rows), rows[0]?.amount ?? 0n) - credited;
  }
}

function itemsOf(prices: readonly bigint[]): Items {
  const days = { validFrom: dayOf(1), validTo: null, taxCode: null, placeOf: null };
  return prices.map((net, i) => {
    return { itemId: `item ${i}`, net, productId: 'product', ...days };
  }) as unknown as Items;
}

interface Change {
  readonly wait: number;
  readonly prices: readonly bigint[];
  readonly proration: Proration;
}

interface Note {
  readonly of: number;
  readonly named: boolean;
  readonly share: number;
}

const price = fc.oneof(
  fc.constantFrom(310n, 1550n, 3100n, 6200n, 9300n),
  fc.bigInt({ min: 1n, max: 12_000n }),
);
const proration = fc.constantFrom<Proration>('prorated', 'full');
const prices = fc.tuple(price, price);
const lives = fc.record({
  items: fc.integer({ min: 2, max: 2 }),
  first: prices,
  steps: fc.array(
    fc.oneof(
      fc.record({ wait: fc.integer({ min: 1, max: 7 }), prices, proration }),
      fc.record({ of: fc.nat({ max: 9 }), named: fc.boolean(), share: fc.nat({ max: 1000 }) }),
    ),
    { minLength: 2, maxLength: 7 },
  ),
  end: fc.option(proration),
  stays: fc.integer({ min: 0, max: 999 }),
});

type Life = (typeof lives extends fc.Arbitrary<infer T> ? T : never) & {
  /** How many. */
  readonly items: number;
};

/** A life with its notes as they are drawn, or as they were taken in another. */
function live({ items, first, steps, end }: Life, given?: readonly ByHand[]) {
  const books = new Books(first.slice(0, items));
  const notes: ByHand[] = [];
  let day = 1;
  const isBelow: boolean[] = [];
  for (const step of steps as readonly (Change | Note)[]) {
    if (!('wait' in step)) {
      const known = given?.[notes.length];
      notes.push(known ? books.write(known) : books.credit(step));
    } else if (day + step.wait < DAYS) {
      day += step.wait;
      books.change(day, step.prices.slice(0, items), step.proration);
    }
    isBelow.push(books.kept() < 0n);
  }
  if (end) books.change(day + 1, null, end);
  return { books, notes, isBelow: isBelow.some(Boolean) || books.kept() < 0n };
}

const livesOf = (items: number) => lives.map((life) => ({ ...life, items }));

/** The same without its notes. */
const withoutNotes = (life: Life, notes: readonly ByHand[]) =>
  live(
    life,
    notes.map((note) => ({ ...note, net: 0n })),
  );

describe('lives by days and in full of which invoices are credited by hand', () => {
  it('are never below nothing, and give back of nothing more than it asked', () => {
    fc.assert(
      fc.property(livesOf(2), (life) => {
        const { books, isBelow } = live(life);
        expect(isBelow).toBe(false);
        expect(books.isWithinAsked()).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it('cost no more than without the notes, and no less than by what these gave', () => {
    fc.assert(
      fc.property(livesOf(1), (life) => {
        const { books, notes, isBelow } = live(life);
        const free = withoutNotes(life, notes).books.kept();
        expect(isBelow || books.kept() > free).toBe(false);
        expect(books.kept() >= free - sumOf(notes.map(({ net }) => net))).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it('cost what they do without what is taken back of a note', () => {
    fc.assert(
      fc.property(livesOf(1), (life) => {
        const { books, notes } = live(life);
        const [first, ...others] = notes;
        fc.pre(first !== undefined);
        const less = { ...first, net: (first.net * BigInt(life.stays)) / 1000n };
        books.rewrite(0, less.net);
        expect(books.kept()).toBe(live(life, [less, ...others]).books.kept());
      }),
      { numRuns: runs(500) },
    );
  });
});
