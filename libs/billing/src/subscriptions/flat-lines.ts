import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { lineProducts } from '@quittance/lines';
import { formatMinor, isZeroDecimal, type Currency } from '@quittance/money';
import { subscriptionGrid, type BilledItem } from '@quittance/sales';
import { subscribedLine, type BillableLine } from './billed-line.js';
import type { FlatPeriod } from './billing-step.js';

/** Days of an item at one price, within a period. Amounts are minor units. */
export interface FlatSegment {
  readonly item: BilledItem;
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly fullDays: number;
  /** Of the whole period. */
  readonly price: bigint;
  readonly amount: bigint;
}

/** A flat price that is billed, and the line that bills it, from 0; null where none does. */
export interface BilledSegment {
  readonly segment: FlatSegment;
  readonly line: number | null;
}

/**
 * What the items of a subscription cost in a period: each run of days at one price is prorated by
 * itself; days at the same price are one run, whatever rows they have.
 */
export function flatSegments(items: readonly BilledItem[], period: FlatPeriod): FlatSegment[] {
  const runs: { item: BilledItem; start: LocalDate; until: LocalDate }[] = [];
  for (const item of items) {
    const start = item.validFrom > period.start ? item.validFrom : period.start;
    const ends = item.validTo ?? period.until;
    const until = ends < period.until ? ends : period.until;
    if (start >= until) continue;
    const last = runs.at(-1);
    if (last && last.until === start && isAlike(last.item, item)) {
      last.until = until;
      last.item = item;
    } else runs.push({ item, start, until });
  }
  return runs.map(({ item, start, until }) => {
    const price = period.free ? 0n : item.net;
    const amount = subscriptionGrid.prorated(price, daysBetween(start, until), period.fullDays);
    return { item, start, until, fullDays: period.fullDays, price, amount };
  });
}

function isAlike(a: BilledItem, b: BilledItem): boolean {
  const isSame = a.itemId === b.itemId && a.productId === b.productId && a.net === b.net;
  return isSame && lineProducts.taxedBy(a) === lineProducts.taxedBy(b);
}

/** Whether a segment is a whole period, so that its line has quantity and price of the item. */
export function isWhole({ start, until, fullDays, price, item }: FlatSegment): boolean {
  return price === item.net && daysBetween(start, until) === fullDays;
}

/** The line of an invoice; null where nothing is charged for the days. */
export function flatLine(segment: FlatSegment, currency: Currency): BillableLine | null {
  const { item, start, until, amount } = segment;
  const { productId, description, taxCode, placeOf } = item;
  const period = { start, end: addDays(until, -1) };
  if (isWhole(segment)) {
    // What is given can be more than the price by now: nothing is asked then.
    const isGiven = item.discountAmount !== null && item.net === 0n;
    if (isZeroDecimal(item.unitPrice) || isGiven) return null;
    const { quantity, unitPrice, discountPercent, discountAmount } = item;
    return subscribedLine({
      productId,
      description,
      taxCode,
      placeOf,
      period,
      quantity,
      unitPrice,
      discountPercent,
      discountGiven: discountAmount,
    });
  }
  if (amount === 0n) return null;
  const unitPrice = formatMinor(amount, currency);
  return subscribedLine({
    productId,
    description,
    taxCode,
    placeOf,
    period,
    quantity: '1',
    unitPrice,
  });
}
