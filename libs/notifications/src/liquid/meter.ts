import { Drop } from 'liquidjs';

/**
 * What one e-mail may cost, in units of about a nanosecond or two. An ordinary letter costs some
 * ten thousand. Counted and not timed: the same text with the same data is refused on every
 * machine, however busy, or on none.
 */
export const MOST_WORK = 20_000_000;

/** Lists within lists, and blocks within blocks. */
export const MOST_NESTED = 100;

/** Of a step of the rendering, whatever it does. */
export const STEP = 200;
const ELEMENT = 4;
const PER_KEY = 60;
const FORMAT = 1_500;
const FIRST_FORMAT = 60_000;

/** An e-mail would cost more than it may. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';

  constructor() {
    super('it costs more work than a template may');
  }
}

/** Whether something failed for its costs, however often it was wrapped on its way up. */
export function isTooCostly(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = causeOf(cause)) {
    if (cause instanceof TooCostly) return true;
  }
  return false;
}

function causeOf(error: Error): unknown {
  return 'originalError' in error ? error.originalError : undefined;
}

/** Counts the work that the rendering of one e-mail does. */
export class Meter {
  private spent = 0;
  private readonly formats = new Set<string>();

  constructor(private readonly most = MOST_WORK) {}

  get total(): number {
    return this.spent;
  }

  /** @throws TooCostly */
  charge(units: number): void {
    // Lengths computed from what a template says can be anything; none gives work back.
    if (units > 0) this.spent += units;
    if (this.spent > this.most) throw new TooCostly();
  }

  /** Charges the writing of an amount or a date; the first of its kind has to be prepared. */
  chargeFormat(kind: string): void {
    this.charge(this.formats.has(kind) ? FORMAT : FIRST_FORMAT);
    this.formats.add(kind);
  }

  /**
   * Charges what it costs to go through a value once with all that is in it, and answers how much
   * that is. A list that stands in another twice is gone through twice, as whatever shows or
   * compares it would: so many such levels that this never ended are refused.
   * @throws TooCostly
   */
  chargeWhole(value: unknown, factor = 1): number {
    const before = this.spent;
    const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { value: part, depth } = next;
      if (depth > MOST_NESTED) throw new TooCostly();
      if (typeof part === 'string') this.charge(part.length * factor);
      const parts = this.partsOf(part, factor);
      for (const each of parts) waiting.push({ value: each, depth: depth + 1 });
    }
    return this.spent - before;
  }

  private partsOf(value: unknown, factor: number): readonly unknown[] {
    if (Array.isArray(value)) {
      this.charge(value.length * ELEMENT * factor);
      return value;
    }
    this.charge(1);
    if (!isRecord(value)) return [];
    const parts = Object.values(value);
    this.charge(parts.length * PER_KEY * factor);
    return parts;
  }

  /** Charges what it costs to take a value up without looking into what is in it. */
  chargeOuter(value: unknown): void {
    if (typeof value === 'string') this.charge(value.length);
    else if (Array.isArray(value)) this.charge(value.length * ELEMENT);
    else if (isRecord(value)) this.charge(Object.keys(value).length * PER_KEY);
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Drop);
}
