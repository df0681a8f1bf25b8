import { daysBetween, type LocalDate } from '@quittance/calendar';
import { divideRounded } from '@quittance/money';
import type { Period } from './grid.js';

/**
 * The part of a period's price that some of its days cost: one division of whole days, half a minor
 * unit away from zero, never a rounded price of a day. Amounts are minor units.
 */
export function prorated(price: bigint, days: number, fullDays: number): bigint {
  if (days === fullDays) return price;
  return divideRounded(price * BigInt(days), BigInt(fullDays));
}

/** What a price comes to over a part of a period, whose days it has. */
export function priceOf({ start, until, fullDays }: Period, price: bigint): bigint {
  return prorated(price, daysBetween(start, until), fullDays);
}

export const STUBS = ['prorated', 'free', 'full'] as const;
/** What is charged for the days before the first whole period. */
export type Stub = (typeof STUBS)[number];

/** What a stub costs. */
export function stubPrice(period: Period, price: bigint, stub: Stub): bigint {
  if (stub === 'free') return 0n;
  return stub === 'full' ? price : priceOf(period, price);
}

/** The rest of a period from a day on, which belongs to what is new. */
export function restFrom(period: Period, day: LocalDate): Period {
  return { ...period, start: day < period.start ? period.start : day };
}

export const PRORATIONS = ['prorated', 'none', 'full'] as const;
/** What a change within a period that is billed costs. */
export type Proration = (typeof PRORATIONS)[number];

/** What changes for one item: the full price it was billed at, and the one from the day on. */
export interface PriceChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** What comes back of the price before and what is asked of the one after. */
export interface ProratedChange {
  readonly credit: bigint;
  readonly charge: bigint;
  /** Below 0 the customer gets it back. */
  readonly net: bigint;
}

/**
 * A change within a period that was billed in advance. The credit is of the full price in force,
 * whatever an earlier change cost. With `full` the whole difference counts, as where value is not
 * time; with `none` nothing does.
 */
export function changeInAdvance(
  period: Period,
  day: LocalDate,
  { before, after }: PriceChange,
  proration: Proration = 'prorated',
): ProratedChange {
  if (proration === 'none') return { credit: 0n, charge: 0n, net: 0n };
  const rest = restFrom(period, day);
  const part = (price: bigint) => (proration === 'full' ? price : priceOf(rest, price));
  const [credit, charge] = [part(before), part(after)];
  return { credit, charge, net: charge - credit };
}

/** The full price of a period from a day on. */
export interface PriceStep {
  readonly from: LocalDate;
  readonly price: bigint;
}

/** Days of a period at one price. */
export interface Segment {
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly price: bigint;
  readonly amount: bigint;
}

/** Of changes on one day the last one holds; what leaves the price as it was is none. */
export function collapsed(steps: readonly PriceStep[]): PriceStep[] {
  const kept: PriceStep[] = [];
  for (const step of steps) {
    if (kept.at(-1)?.from === step.from) kept.pop();
    if (kept.at(-1)?.price !== step.price) kept.push(step);
  }
  return kept;
}

/**
 * What a period that is billed when it is over comes to: each run of days at one price, prorated by
 * itself. Steps are in the order of their days, the first not after the period.
 */
export function segmentsOf(period: Period, steps: readonly PriceStep[]): Segment[] {
  const inForce = collapsed(steps);
  return inForce.flatMap(({ from, price }, i) => {
    const start = from > period.start ? from : period.start;
    const next = inForce[i + 1]?.from;
    const until = next !== undefined && next < period.until ? next : period.until;
    if (start >= until) return [];
    return [{ start, until, price, amount: priceOf({ ...period, start, until }, price) }];
  });
}
