import {
  add,
  currencyDigits,
  decimal,
  formatDecimal,
  multiply,
  roundToScale,
  trimDecimal,
  type Currency,
  type Decimal,
} from '@quittance/money';
import type { Charge, ChargePrice, Tier } from './charge.js';
import {
  atLeastZero,
  millionths,
  ONE_UNIT,
  UNIT_DECIMALS,
  unitsText,
  wholeSizes,
} from './units.js';

export const CHARGE_PARTS = [
  'units',
  'tier_fee',
  'packages',
  'percentage',
  'event_fee',
  'event_bounds',
] as const;
/** What a line of usage is asked for. */
export type ChargePart = (typeof CHARGE_PARTS)[number];

/** Fewer units that would cost more: a volume asks its price of all of them at once. */
export interface FewerForMore {
  readonly quantity: string;
  /** Minor units, with the fee of their tier. */
  readonly amount: bigint;
}

/** One line of an invoice: its amount is quantity × unit price, rounded as any line. */
export interface RatedLine {
  readonly part: ChargePart;
  /** The tier it is of, from 1; null where there are none. */
  readonly tier: number | null;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Minor units. */
  readonly amount: bigint;
  /** Of a volume that fell, though more was used; absent of any other. */
  readonly fellFrom?: FewerForMore;
}

/** What was used in a period. */
export interface Used {
  /** Millionths; may be below 0 where a meter sums. */
  readonly units: bigint;
  /** Of a percentage charge with a fee or bounds: the value of each event, in time order. */
  readonly events?: readonly bigint[];
}

const asDecimal = (units: bigint): Decimal => ({ units, scale: UNIT_DECIMALS });

/** Rates usage in one currency. */
class Rating {
  private readonly digits: number;
  readonly lines: RatedLine[] = [];

  constructor(currency: Currency) {
    this.digits = currencyDigits(currency);
  }

  add(part: ChargePart, units: bigint, price: Decimal, tier: number | null = null): void {
    this.lines.push(this.lineOf(part, units, price, tier));
  }

  /** Units of a volume, with what was asked of fewer where that was more than all of it. */
  addVolume(units: bigint, tier: Tier, before: readonly Tier[]): void {
    const line = this.lineOf('units', units, decimal(tier.unitPrice), before.length + 1);
    const dearest = this.dearest(before);
    const isLess = dearest && line.amount + this.feeOf(tier) < dearest.amount;
    this.lines.push(isLess ? { ...line, fellFrom: dearest } : line);
  }

  /** The most that the last units of tiers have cost. */
  private dearest(tiers: readonly Tier[]): FewerForMore | null {
    let most: FewerForMore | null = null;
    for (const tier of tiers) {
      const quantity = unitsText(millionths(tier.upTo ?? '0'));
      const asked = multiply(decimal(quantity), decimal(tier.unitPrice));
      const amount = this.round(asked) + this.feeOf(tier);
      if (!most || amount > most.amount) most = { quantity, amount };
    }
    return most;
  }

  private feeOf({ fee }: Tier): bigint {
    return fee == null ? 0n : this.round(decimal(fee));
  }

  private lineOf(part: ChargePart, units: bigint, price: Decimal, tier: number | null): RatedLine {
    return {
      part,
      tier,
      quantity: unitsText(units),
      unitPrice: trimDecimal(formatDecimal(price)),
      amount: this.round(multiply(asDecimal(units), price)),
    };
  }

  addOnce(part: ChargePart, price: Decimal, tier: number | null = null): void {
    this.add(part, ONE_UNIT, price, tier);
  }

  /** An amount that is worked out event by event is rounded once and asked as it is. */
  addAmount(part: ChargePart, exact: Decimal): void {
    const amount = this.round(exact);
    if (amount !== 0n) this.addOnce(part, { units: amount, scale: this.digits });
  }

  private round(exact: Decimal): bigint {
    return roundToScale(exact, this.digits);
  }
}

/**
 * What usage of a period costs. Units below 0 after what is included cost nothing: money comes back
 * only as the difference to what was billed.
 */
export function rateUsage(charge: Charge, used: Used, currency: Currency): RatedLine[] {
  return ratingOf(charge, currency)(used);
}

/** The same for any number of periods: what is alike in all of them is worked out once. */
export function ratingOf(
  { price, included }: Charge,
  currency: Currency,
): (used: Used) => RatedLine[] {
  const free = included == null ? 0n : millionths(included);
  if (price.model === 'per_unit') return ratingOfUnits(price.unitPrice, free, currency);
  return (used) => {
    const rating = new Rating(currency);
    const units = atLeastZero(used.units - free);
    switch (price.model) {
      case 'graduated':
        rateGraduated(rating, price.tiers, units);
        break;
      case 'volume':
        rateVolume(rating, price, units);
        break;
      case 'package': {
        const packages = wholeSizes(units, millionths(price.size));
        if (packages > 0n) rating.add('packages', packages * ONE_UNIT, decimal(price.unitPrice));
        break;
      }
      case 'percentage':
        ratePercentage(rating, price, { units, events: used.events });
        break;
    }
    return rating.lines;
  };
}

/** The usual one, and one line: a list of it alone takes no more room than that. */
function ratingOfUnits(
  asked: string,
  free: bigint,
  currency: Currency,
): (used: Used) => RatedLine[] {
  const price = decimal(asked);
  const unitPrice = trimDecimal(formatDecimal(price));
  const digits = currencyDigits(currency);
  return (used) => {
    const units = atLeastZero(used.units - free);
    if (units === 0n) return [];
    const amount = roundToScale(multiply(asDecimal(units), price), digits);
    return [{ part: 'units', tier: null, quantity: unitsText(units), unitPrice, amount }];
  };
}

function rateGraduated(rating: Rating, tiers: readonly Tier[], units: bigint): void {
  let below = 0n;
  tiers.forEach(({ upTo, unitPrice, fee }, i) => {
    if (units <= below) return;
    const most = upTo === null ? units : millionths(upTo);
    const within = (most < units ? most : units) - below;
    rating.add('units', within, decimal(unitPrice), i + 1);
    addFee(rating, fee, i + 1);
    below = most;
  });
}

function rateVolume(
  rating: Rating,
  { tiers, feeAtZero = false }: Extract<ChargePrice, { model: 'volume' }>,
  units: bigint,
): void {
  const at = tiers.findIndex(({ upTo }) => upTo === null || units <= millionths(upTo));
  const tier = tiers[at];
  if (!tier) return;
  if (units > 0n) rating.addVolume(units, tier, tiers.slice(0, at));
  if (units > 0n || feeAtZero) addFee(rating, tier.fee, at + 1);
}

function addFee(rating: Rating, fee: string | null | undefined, tier: number): void {
  if (fee != null && decimal(fee).units !== 0n) rating.addOnce('tier_fee', decimal(fee), tier);
}

/** A hundredth of a rate in percent. */
function fraction(rate: string): Decimal {
  const { units, scale } = decimal(rate);
  return { units, scale: scale + 2 };
}

function ratePercentage(
  rating: Rating,
  price: Extract<ChargePrice, { model: 'percentage' }>,
  { units, events = [] }: Used,
): void {
  const rate = fraction(price.rate);
  const base = atLeastZero(units - millionths(price.freeBase ?? '0'));
  if (base > 0n) rating.add('percentage', base, rate);
  const asked = BigInt(Math.max(0, events.length - (price.freeEvents ?? 0)));
  const fee = decimal(price.fee ?? '0');
  if (asked > 0n && fee.units !== 0n) rating.add('event_fee', asked * ONE_UNIT, fee);
  if (price.eventMin == null && price.eventMax == null) return;
  rating.addAmount('event_bounds', beyondBounds(price, events));
}

/**
 * By how much events are moved to the least and the most that one costs. What is free, of the rate
 * and of the fee, is first in time; an event that is wholly free is not raised to the least.
 */
function beyondBounds(
  price: Extract<ChargePrice, { model: 'percentage' }>,
  events: readonly bigint[],
): Decimal {
  const [rate, fee] = [fraction(price.rate), decimal(price.fee ?? '0')];
  let free = millionths(price.freeBase ?? '0');
  let moved = decimal('0');
  events.forEach((value, i) => {
    const base = atLeastZero(value - free);
    free = atLeastZero(free - value);
    const hasFee = i >= (price.freeEvents ?? 0);
    if (base === 0n && !hasFee) return;
    const exact = add(multiply(asDecimal(base), rate), hasFee ? fee : decimal('0'));
    moved = add(moved, difference(bounded(exact, price), exact));
  });
  return moved;
}

function bounded(
  exact: Decimal,
  { eventMin, eventMax }: { readonly eventMin?: string | null; readonly eventMax?: string | null },
): Decimal {
  if (eventMin != null && isBelow(exact, decimal(eventMin))) return decimal(eventMin);
  if (eventMax != null && isBelow(decimal(eventMax), exact)) return decimal(eventMax);
  return exact;
}

function difference(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

function isBelow(a: Decimal, b: Decimal): boolean {
  return difference(a, b).units < 0n;
}

/** What rated lines come to, in minor units. */
export function ratedTotal(lines: readonly RatedLine[]): bigint {
  let total = 0n;
  for (const { amount } of lines) total += amount;
  return total;
}
