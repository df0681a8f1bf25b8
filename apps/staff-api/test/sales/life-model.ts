/** Days are counted from the start; amounts are minor units. */
interface Paid {
  readonly price: bigint;
  readonly full: number;
}

interface Period {
  readonly until: number;
  /** Days of the whole period that it is, or is a part of. */
  readonly full: number;
}

/** Periods of a frequency from a day on; their first days. */
export interface GridFrom {
  readonly from: number;
  readonly frequency: string;
  readonly dates: readonly number[];
}

/** Half away from zero, by doubling: not as the product divides. */
export const share = (price: bigint, days: number, all: number): bigint =>
  (price * BigInt(days) * 2n + BigInt(all)) / (BigInt(all) * 2n);

/** Runs of days that are alike, from a day before another. */
function runsOf<Key>(from: number, until: number, keyOf: (day: number) => Key | undefined) {
  const runs: { key: Key; start: number; until: number }[] = [];
  for (let day = from; day < until; day += 1) {
    const key = keyOf(day);
    if (key === undefined) continue;
    const last = runs.at(-1);
    if (last?.until === day && last.key === key) last.until += 1;
    else runs.push({ key, start: day, until: day + 1 });
  }
  return runs;
}

/**
 * What a subscription in advance comes to, day by day: each day of each item is paid for at a full
 * price, and a change gives back what is left of the old one and asks for the new one. It knows no
 * documents, no rows and nothing of how the product reckons.
 */
export class LifeModel {
  total = 0n;
  covered = 0;
  end: number | null = null;
  stopped = false;
  private readonly prices = new Map<string, Map<number, bigint>>();
  private readonly paid = new Map<string, Map<number, Paid>>();

  private readonly grids: GridFrom[];

  constructor(grid: GridFrom) {
    this.grids = [grid];
  }

  /** The first days of its periods until a day. */
  boundaries(until: number): number[] {
    const days: number[] = [];
    for (let day = 0; day <= until; day = this.periodOf(day).until) days.push(day);
    return days;
  }

  private periodOf(day: number): Period {
    const at = this.grids.findLastIndex(({ from }) => from <= day);
    const { dates } = this.grids[at] as GridFrom;
    const ends = dates.findIndex((each) => each > day);
    const [start, whole] = [dates[ends - 1] as number, dates[ends] as number];
    const until = Math.min(whole, this.grids[at + 1]?.from ?? Infinity);
    return { until, full: whole - start };
  }

  /** Other periods from a day on, where another frequency begins; those to come give way. */
  regrid(grid: GridFrom): void {
    this.forgetGrids(grid.from);
    if (this.grids.at(-1)?.frequency === grid.frequency) return;
    this.grids.push(grid);
    if (grid.from >= this.covered) return;
    this.settle(grid.from, false);
    this.covered = grid.from;
  }

  forgetGrids(from: number): void {
    while (this.grids.length > 1 && (this.grids.at(-1) as GridFrom).from >= from) this.grids.pop();
  }

  private priceOn(item: string, day: number): bigint {
    const steps = [...(this.prices.get(item) ?? [])].filter(([from]) => from <= day);
    return steps.sort(([a], [b]) => b - a)[0]?.[1] ?? 0n;
  }

  private paidOf(item: string): Map<number, Paid> {
    const known = this.paid.get(item) ?? new Map<number, Paid>();
    this.paid.set(item, known);
    return known;
  }

  /** All prices from a day on, in place of what was to hold from it. */
  price(from: number, wanted: ReadonlyMap<string, bigint>): void {
    this.forget(from);
    for (const item of new Set([...this.prices.keys(), ...wanted.keys()])) {
      const steps = this.prices.get(item) ?? new Map<number, bigint>();
      steps.set(from, wanted.get(item) ?? 0n);
      this.prices.set(item, steps);
    }
  }

  /** What was to hold from a day on does not. */
  forget(from: number): void {
    for (const steps of this.prices.values()) {
      for (const each of steps.keys()) if (each >= from) steps.delete(each);
    }
  }

  /** What falls due until a day. */
  bill(asOf: number): void {
    while (!this.stopped && this.covered <= asOf && this.covered < (this.end ?? Infinity)) {
      const from = this.covered;
      const period = this.periodOf(from);
      const until = Math.min(period.until, this.end ?? Infinity);
      const { full } = period;
      for (const item of this.prices.keys()) {
        for (const { key, ...run } of runsOf(from, until, (day) => this.priceOn(item, day))) {
          this.total += share(key, run.until - run.start, full);
          this.pay(item, run, key === 0n ? undefined : { price: key, full });
        }
      }
      this.covered = until;
    }
  }

  private pay(item: string, run: { start: number; until: number }, as: Paid | undefined): void {
    const days = this.paidOf(item);
    for (let day = run.start; day < run.until; day += 1) {
      if (as) days.set(day, as);
      else days.delete(day);
    }
  }

  /** Days that are paid for from a day on are given back, and asked for at the prices of theirs. */
  settle(from: number, isServed: boolean): void {
    for (const item of this.prices.keys()) {
      const days = this.paidOf(item);
      const price = isServed ? this.priceOn(item, from) : 0n;
      const differs = (day: number) => (days.get(day)?.price ?? 0n) !== price;
      const gone = runsOf(from, this.covered, (day) => (differs(day) ? days.get(day) : undefined));
      for (const { key, ...run } of gone) {
        this.total -= share(key.price, run.until - run.start, key.full);
      }
      const periodOf = (day: number) => (differs(day) ? this.periodOf(day).until : undefined);
      for (const run of runsOf(from, this.covered, periodOf)) {
        const { full } = this.periodOf(run.start);
        this.total += share(price, run.until - run.start, full);
        this.pay(item, run, price === 0n ? undefined : { price, full });
      }
    }
  }

  /** Stands still; with credit what is left is billed again where it goes on. */
  pause(day: number, credit: boolean): void {
    this.stopped = true;
    if (!credit) return;
    this.settle(day, false);
    this.covered = Math.min(this.covered, day);
  }

  resume(day: number): void {
    this.stopped = false;
    this.covered = Math.max(this.covered, day);
  }

  cancel(day: number, credit: boolean): void {
    this.end = day;
    if (credit) this.settle(day, false);
  }
}
