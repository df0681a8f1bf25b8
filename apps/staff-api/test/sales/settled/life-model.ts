/** Days are counted from the start; amounts are minor units. */
interface Paid {
  readonly price: bigint;
  readonly full: number;
  /** By which it was taxed. */
  readonly code: string;
  /** The period that asked for it; null where a change did, or its invoice was given up. */
  readonly by: AskedPeriod | null;
  /** Whether nothing comes back, as its invoice was given up: at this price nothing is asked. */
  readonly forgiven: boolean;
}

/** What a period has asked for and not given back, by tax code: it is gone with its invoice. */
interface AskedPeriod {
  readonly from: number;
  readonly totals: Map<string, bigint>;
}

/** A full price, and by which code it is taxed. */
export interface Priced {
  readonly price: bigint;
  readonly code: string;
  /** What it is a price of: days of another product are billed by themselves. */
  readonly product: string;
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

const FREE: Priced = { price: 0n, code: '', product: '' };

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
  /** By tax code. */
  readonly totals = new Map<string, bigint>();
  covered = 0;
  end: number | null = null;
  stopped = false;
  /** Days of which nothing is billed; null: until further. */
  private readonly gaps: { readonly from: number; readonly until: number | null }[] = [];
  private readonly prices = new Map<string, Map<number, Priced>>();
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
  regrid(grid: GridFrom, isNow: boolean): void {
    // What has begun today is held; what was to begin later is not.
    this.forgetGrids(isNow ? grid.from + 1 : grid.from);
    if (this.grids.at(-1)?.frequency === grid.frequency) return;
    this.forgetGrids(grid.from);
    this.grids.push(grid);
    if (grid.from >= this.covered) return;
    this.settle(grid.from, false);
    this.covered = grid.from;
  }

  frequencyOn(day: number): string {
    return (this.grids.findLast(({ from }) => from <= day) as GridFrom).frequency;
  }

  /** Other periods of the frequency from a day on; those of another that are to come still do. */
  begin(grid: GridFrom): void {
    const [behind, ahead] = [
      this.grids.filter(({ from }) => from < grid.from),
      this.grids.filter(({ from }) => from > grid.from),
    ];
    this.grids.splice(0, this.grids.length, ...behind, grid, ...ahead);
  }

  forgetGrids(from: number): void {
    while (this.grids.length > 1 && (this.grids.at(-1) as GridFrom).from >= from) this.grids.pop();
  }

  get total(): bigint {
    return [...this.totals.values()].reduce((sum, each) => sum + each, 0n);
  }

  private add(code: string, amount: bigint, by: AskedPeriod | null): void {
    for (const totals of [this.totals, ...(by ? [by.totals] : [])]) {
      if (amount !== 0n) totals.set(code, (totals.get(code) ?? 0n) + amount);
    }
  }

  private readonly periods: AskedPeriod[] = [];

  /** The newest invoice of the period that was billed from a day on is given up. */
  giveUp(from: number): void {
    const at = this.periods.findLastIndex((each) => each.from === from);
    const [gone] = this.periods.splice(at, 1);
    for (const [code, amount] of gone?.totals ?? []) this.add(code, -amount, null);
    for (const days of this.paid.values()) {
      const forgiven = new Map<Paid, Paid>();
      for (const [day, was] of days) {
        if (was.by !== gone) continue;
        const is = forgiven.get(was) ?? { ...was, by: null, forgiven: true };
        days.set(day, is);
        forgiven.set(was, is);
      }
    }
  }

  private readonly priced = new Map<string, Priced>();

  /** One object of those that are alike. */
  private pricedAs(as: Priced): Priced {
    const key = `${as.price} ${as.code} ${as.product}`;
    const known = this.priced.get(key) ?? as;
    this.priced.set(key, known);
    return known;
  }

  private priceOn(item: string, day: number): Priced {
    const steps = [...(this.prices.get(item) ?? [])].filter(([from]) => from <= day);
    return steps.sort(([a], [b]) => b - a)[0]?.[1] ?? FREE;
  }

  private paidOf(item: string): Map<number, Paid> {
    const known = this.paid.get(item) ?? new Map<number, Paid>();
    this.paid.set(item, known);
    return known;
  }

  /** All prices from a day on, in place of what was to hold from it. */
  price(from: number, wanted: ReadonlyMap<string, Priced>): void {
    this.forget(from);
    for (const item of new Set([...this.prices.keys(), ...wanted.keys()])) {
      const steps = this.prices.get(item) ?? new Map<number, Priced>();
      steps.set(from, this.pricedAs(wanted.get(item) ?? FREE));
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
    for (;;) {
      const [gap] = this.gaps;
      if (gap && gap.from <= this.covered) {
        if (gap.until === null) return;
        this.covered = Math.max(this.covered, gap.until);
        this.gaps.shift();
        continue;
      }
      const limit = Math.min(this.end ?? Infinity, gap?.from ?? Infinity);
      if (this.covered > asOf || this.covered >= limit) return;
      this.billPeriod(limit);
    }
  }

  private billPeriod(limit: number): void {
    const from = this.covered;
    const period = this.periodOf(from);
    const until = Math.min(period.until, limit);
    const { full } = period;
    const by: AskedPeriod = { from, totals: new Map() };
    this.periods.push(by);
    for (const item of this.prices.keys()) {
      for (const { key, ...run } of runsOf(from, until, (day) => this.priceOn(item, day))) {
        this.add(key.code, share(key.price, run.until - run.start, full), by);
        const paid = { price: key.price, code: key.code, full, by, forgiven: false };
        this.pay(item, run, key.price === 0n ? undefined : paid);
      }
    }
    this.covered = until;
  }

  private pay(item: string, run: { start: number; until: number }, as: Paid | undefined): void {
    const days = this.paidOf(item);
    for (let day = run.start; day < run.until; day += 1) {
      if (as) days.set(day, as);
      else days.delete(day);
    }
  }

  /** Days that are paid for are parts of what they were billed as, whichever period begins. */
  private fullOn(item: string, day: number): number {
    const others = [...this.paid.values()].map((days) => days.get(day));
    const paid = [this.paid.get(item)?.get(day), ...others].find((each) => each !== undefined);
    return paid?.full ?? this.periodOf(day).full;
  }

  /**
   * Days that are paid for from a day on are given back, and asked for at the prices of theirs.
   * What is asked belongs to the change, whatever it comes to.
   */
  settle(from: number, isServed: boolean): void {
    const asked: (() => void)[] = [];
    for (const item of this.prices.keys()) {
      const days = this.paidOf(item);
      const { price, code } = isServed ? this.priceOn(item, from) : FREE;
      const differs = (day: number) => {
        const was = days.get(day);
        return (was?.price ?? 0n) !== price || (was !== undefined && was.code !== code);
      };
      const gone = runsOf(from, this.covered, (day) => (differs(day) ? days.get(day) : undefined));
      for (const { key, ...run } of gone) {
        if (key.forgiven) continue;
        const amount = share(key.price, run.until - run.start, key.full);
        this.add(key.code, -amount, key.by);
      }
      const periodOf = (day: number) => (differs(day) ? this.periodOf(day).until : undefined);
      for (const run of runsOf(from, this.covered, periodOf)) {
        const full = this.fullOn(item, run.start);
        const amount = share(price, run.until - run.start, full);
        asked.push(() => {
          this.add(code, amount, null);
          const paid = { price, full, code, by: null, forgiven: false };
          this.pay(item, run, price === 0n ? undefined : paid);
        });
      }
    }
    for (const each of asked) each();
  }

  /**
   * Stands still: what is billed stays billed, or with credit until the day, so that what is left
   * is billed again where it goes on; of what is not billed, days until then are.
   */
  pause(day: number, credit: boolean): void {
    this.stopped = true;
    if (credit) {
      this.settle(day, false);
      this.covered = Math.min(this.covered, day);
    }
    this.gaps.push({ from: Math.max(day, this.covered), until: null });
  }

  resume(day: number): void {
    this.stopped = false;
    const [last] = this.gaps.splice(-1);
    if (last && day > last.from) this.gaps.push({ from: last.from, until: day });
  }

  cancel(day: number, credit: boolean): void {
    this.end = day;
    if (credit) this.settle(day, false);
  }
}
