import { minOf, sumOf } from '@quittance/money';
import * as fc from 'fast-check';
import { runs } from '../../../../../../test/support/tier.js';
import { leftOfRows, type AskedRow, type ByHand } from './left-of-rows.js';
import { reopenedRows } from './reopened-rows.js';

const DAYS = 31;
const A_DAY = 100n;

interface Row extends AskedRow {
  readonly heldBack: bigint;
  readonly givenAgainst: bigint;
  readonly quantity: number;
  readonly begunBy: string | null;
  readonly givenBy: string | null;
}
interface Fall {
  readonly day: number;
  readonly item: number;
  readonly quantity: number;
}
/** Of an item's line, or without a line. */
interface Note {
  readonly item: number | null;
  readonly net: bigint;
}

const dayOf = (day: number) => `2026-12-${String(day).padStart(2, '0')}`;
const costOf = (quantity: number, since: number) => BigInt(quantity * (DAYS + 1 - since)) * A_DAY;

/** An invoice of December for several items at 1.00 a day, which fall and are credited by hand. */
class Books {
  private rows: Row[];
  private notes: readonly ByHand[] = [];
  private made = 0;
  private changes = 0;

  constructor(items: readonly number[]) {
    this.rows = items.map((quantity, i) => this.rowOf(i, quantity, 1, null));
  }

  credited(notes: readonly Note[]): void {
    this.notes = notes.map(({ item, net }) => {
      return { invoiceId: 'invoice', lineId: item === null ? null : `line ${item}`, net };
    });
    const reopened = reopenedRows(this.rows, this.notes, () => this.open());
    this.rows = this.rows.map((row) => {
      const own = reopened.find(({ id }) => id === row.id);
      if (!own) return row;
      const [left, givenBack] = [row.left - own.back, row.givenBack + own.back];
      const heldBack = row.heldBack - own.back;
      return { ...row, left, givenBack, heldBack, givenAgainst: own.against };
    });
  }

  /** As sales settles it: no more than is left, and beyond that what is asked for the same days. */
  fall({ day, item, quantity }: Fall): void {
    const running = this.rows.find((row) => row.itemId === `item ${item}` && row.uncutOn === null);
    if (!running || quantity >= running.quantity) return;
    this.changes += 1;
    const shares = leftOfRows(this.rows, this.notes, () => this.open()).get(running.id) ?? [];
    const gone = costOf(running.quantity, day);
    const charge = costOf(quantity, day);
    const fromLine = minOf(gone, ...shares.map(({ left }) => left));
    const against = minOf(gone - fromLine, charge);
    const back = fromLine + against;
    const cut: Row = {
      ...running,
      left: running.left - back,
      untilOn: dayOf(day),
      uncutOn: running.untilOn,
      givenBack: back,
      heldBack: gone - back,
      givenAgainst: against,
      givenBy: `change ${String(this.changes).padStart(3, '0')}`,
    };
    const anew = quantity > 0 ? [this.rowOf(item, quantity, day, cut.givenBy)] : [];
    this.rows = [...this.rows.map((row) => (row === running ? cut : row)), ...anew];
  }

  /** What is asked, less what changes and notes give back. */
  charged(): bigint {
    return this.open();
  }

  private open(): bigint {
    return sumOf(this.rows.map(({ left }) => left)) - sumOf(this.notes.map(({ net }) => net));
  }

  private rowOf(item: number, quantity: number, since: number, begunBy: string | null): Row {
    this.made += 1;
    return {
      id: String(this.made).padStart(3, '0'),
      itemId: `item ${item}`,
      invoiceId: 'invoice',
      lineId: `line ${item}`,
      left: costOf(quantity, since),
      startOn: dayOf(since),
      untilOn: dayOf(DAYS + 1),
      uncutOn: null,
      givenBack: 0n,
      heldBack: 0n,
      givenAgainst: 0n,
      quantity,
      begunBy,
      givenBy: null,
    };
  }
}

const share = fc.integer({ min: 0, max: 1000 });
/** Notes of some items, and one without a line, of what those leave; then less of each. */
const lives = fc.record({
  items: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
  falls: fc.array(fc.record({ wait: fc.integer({ min: 0, max: 8 }), item: share, to: share }), {
    minLength: 1,
    maxLength: 5,
  }),
  named: fc.array(fc.tuple(share, share), { maxLength: 3 }),
  unnamed: fc.tuple(share, share),
  at: fc.nat({ max: 5 }),
});

type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never;

const partOf = (amount: bigint, part: number) => (amount * BigInt(part)) / 1000n;

function notesOf({ items, named, unnamed }: Life, isLess: boolean): Note[] {
  const ofLines = items.map((quantity, item) => {
    const [part, stays] = named[item] ?? [0, 0];
    const net = partOf(costOf(quantity, 1), part);
    return { item, net: isLess ? partOf(net, stays) : net, all: net };
  });
  const room = sumOf(items.map((quantity) => costOf(quantity, 1)));
  const beside = partOf(room - sumOf(ofLines.map(({ all }) => all)), unnamed[0]);
  const without = { item: null, net: isLess ? partOf(beside, unnamed[1]) : beside };
  return [...ofLines, without].filter(({ net }) => net > 0n);
}

function fallsOf({ items, falls }: Life): Fall[] {
  const now = [...items];
  let day = 1;
  return falls.flatMap(({ wait, item: ofItem, to }) => {
    day += wait;
    const item = ofItem % items.length;
    const quantity = to % Math.max(now[item] ?? 1, 1);
    if (day > DAYS || !now[item]) return [];
    now[item] = quantity;
    return [{ day, item, quantity }];
  });
}

function charged(items: readonly number[], steps: readonly (Fall | readonly Note[])[]): bigint {
  const books = new Books(items);
  for (const step of steps) {
    if ('day' in step) books.fall(step);
    else books.credited(step);
  }
  return books.charged();
}

/** Day by day: what is owed of December, had nobody credited anything. */
function owedByDays(items: readonly number[], falls: readonly Fall[]): bigint {
  const now = [...items];
  let owed = 0n;
  for (let day = 1; day <= DAYS; day += 1) {
    for (const fall of falls) if (fall.day === day) now[fall.item] = fall.quantity;
    owed += BigInt(now.reduce((sum, quantity) => sum + quantity, 0)) * A_DAY;
  }
  return owed;
}

it('comes to what it does without the notes that are taken back, and never below nothing', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const falls = fallsOf(life);
      const [all, less] = [notesOf(life, false), notesOf(life, true)];
      const [ahead, behind] = [falls.slice(0, life.at), falls.slice(life.at)];
      const owed = owedByDays(life.items, falls);
      const left = charged(life.items, [all, ...ahead, less, ...behind]);
      const given = sumOf(less.map(({ net }) => net));
      expect(left >= 0n && left >= owed - given && left <= owed).toBe(true);
      expect(left).toBe(charged(life.items, [less, ...falls]));
    }),
    { numRuns: runs(500) },
  );
});
