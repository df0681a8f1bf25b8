/** Chance that repeats itself: the same seed draws the same. */
export class Seeded {
  constructor(private state: number) {}

  /** From 0 to below 1; the generator of mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(among: readonly T[]): T {
    const picked = among[this.below(among.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, key: this.next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}

/** What the free running tests start from: `FAULT_SEED` replays a failure. */
export const SEED = Number(process.env.FAULT_SEED ?? 20_260_302);
