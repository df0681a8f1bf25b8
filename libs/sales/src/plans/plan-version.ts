import type { FieldError, Id } from '@quittance/kernel';
import {
  add,
  currencyDigits,
  decimal,
  isCurrency,
  multiply,
  roundToScale,
  type Currency,
} from '@quittance/money';
import { chargeFaults, MOST_CHARGES, type Charge, type ChargePrice } from '../usage/charge.js';

export type PlanId = Id<'plan'>;
export type PlanVersionId = Id<'plan-version'>;
export type MeterId = Id<'meter'>;

export const TRIAL_END_ACTIONS = ['activate', 'cancel'] as const;
export type TrialEndAction = (typeof TRIAL_END_ACTIONS)[number];

/** The price of one unit for a period, from a quantity on, for all units. */
export interface PlanPrice {
  readonly currency: Currency;
  /** Any quantity where it is `0`. */
  readonly minQuantity: string;
  readonly unitPrice: string;
}

/** A charge of usage in one currency. */
export type PlanChargePrice = ChargePrice & { readonly currency: Currency };

/** What usage of a meter costs beside the flat price. */
export interface PlanCharge {
  /** By which overrides and invoice lines name it; unique in the version. */
  readonly key: string;
  readonly meterId: MeterId;
  readonly name: string;
  readonly included: string | null;
  readonly prices: readonly PlanChargePrice[];
  /** At which percents of what is included, or of an amount, it is told; absent in older ones. */
  readonly alerts?: UsageAlerts | null;
}

/** Percents are of the amount in the currency of the subscription, else of what is included. */
export interface UsageAlerts {
  readonly percents: readonly number[];
  readonly amounts: readonly { readonly currency: Currency; readonly amount: string }[];
}

export const MOST_ALERTS = 20;
export const MOST_ALERT_PERCENT = 10_000;

/** The least that flat price and usage of a period come to. */
export interface PlanMinimum {
  readonly currency: Currency;
  readonly amount: string;
}

/** Usage of a period that has come to so much is invoiced ahead of its end. */
export interface PlanThreshold {
  readonly currency: Currency;
  readonly amount: string;
}

export const MOST_THRESHOLDS = 50;

/** The prices of a plan as they were at one time. */
export interface PlanTerms {
  readonly prices: readonly PlanPrice[];
  readonly charges: readonly PlanCharge[];
  readonly minimums: readonly PlanMinimum[];
  readonly thresholds: readonly PlanThreshold[];
}

function isBelow(a: string, b: string): boolean {
  const [left, right] = [decimal(a), decimal(b)];
  return add(left, { units: -right.units, scale: right.scale }).units < 0n;
}

/** The price of a unit at a quantity; undefined where the plan has none in the currency. */
export function planPrice(
  { prices }: Pick<PlanTerms, 'prices'>,
  currency: Currency,
  quantity: string,
): PlanPrice | undefined {
  return prices
    .filter((price) => price.currency === currency && !isBelow(quantity, price.minQuantity))
    .reduce<PlanPrice | undefined>(
      (best, price) => (best && !isBelow(best.minQuantity, price.minQuantity) ? best : price),
      undefined,
    );
}

/** A charge as it is rated in a currency; undefined where the plan has no price in it. */
export function chargeIn({ included, prices }: PlanCharge, currency: Currency): Charge | undefined {
  const price = prices.find((each) => each.currency === currency);
  return price && { price, included };
}

/** The thresholds of a plan in a currency, lowest first; minor units. */
export function thresholdsIn(
  { thresholds }: Pick<PlanTerms, 'thresholds'>,
  currency: Currency,
): bigint[] {
  return thresholds
    .flatMap((each) => (each.currency === currency ? [minorUnitsOf(each.amount, currency)] : []))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Major units as the minor ones of a currency. */
export function minorUnitsOf(amount: string, currency: Currency): bigint {
  return roundToScale(decimal(amount), currencyDigits(currency));
}

/** Quantity × unit price, less a discount and never below 0: the net of a whole period. */
export function periodNet(
  {
    quantity,
    unitPrice,
    discountPercent = null,
    discountAmount = null,
  }: {
    readonly quantity: string;
    readonly unitPrice: string;
    readonly discountPercent?: string | null;
    readonly discountAmount?: bigint | null;
  },
  currency: Currency,
): bigint {
  const digits = currencyDigits(currency);
  const gross = multiply(decimal(quantity), decimal(unitPrice));
  if (discountPercent === null) {
    const net = roundToScale(gross, digits) - (discountAmount ?? 0n);
    return net > 0n ? net : 0n;
  }
  const { units, scale } = decimal(discountPercent);
  const kept = add(decimal('1'), { units: -units, scale: scale + 2 });
  return roundToScale(multiply(gross, kept), digits);
}

function alertFaults(
  { percents, amounts }: UsageAlerts,
  included: string | null,
  at: string,
): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (member: string, code: string, message: string) =>
    faults.push({ pointer: `${at}/${member}`, code, message });
  if (new Set(percents).size < percents.length) refuse('percents', 'twice', 'names one twice');
  if (included === null && amounts.length === 0) {
    refuse('amounts', 'required', 'is required where nothing is included');
  }
  const known = new Set<Currency>();
  amounts.forEach(({ currency, amount }, i) => {
    if (!isCurrency(currency)) refuse(`amounts/${i}/currency`, 'currency', 'is no currency');
    else if (decimal(amount).scale > currencyDigits(currency)) {
      refuse(`amounts/${i}/amount`, 'scale', `has more decimals than ${currency}`);
    }
    if (known.has(currency)) refuse(`amounts/${i}/currency`, 'twice', 'has an amount already');
    known.add(currency);
  });
  return faults;
}

/** What is wrong with the terms of a version, beside the form of its members. */
export function planFaults({ prices, charges, minimums, thresholds }: PlanTerms): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (pointer: string, code: string, message: string) =>
    faults.push({ pointer, code, message });
  if (prices.length + charges.length === 0) {
    refuse('/prices', 'required', 'A plan has a flat price, a charge, or both.');
  }
  const tiers = new Set<string>();
  prices.forEach(({ currency, minQuantity, unitPrice }, i) => {
    if (!isCurrency(currency)) refuse(`/prices/${i}/currency`, 'currency', 'is no currency');
    const { units, scale } = decimal(minQuantity);
    const key = `${currency} ${roundToScale({ units, scale }, 6)}`;
    if (tiers.has(key)) refuse(`/prices/${i}`, 'twice', 'has the currency and quantity of another');
    tiers.add(key);
    if (decimal(unitPrice).units < 0n) refuse(`/prices/${i}/unitPrice`, 'min', 'is below 0');
  });
  if (charges.length > MOST_CHARGES) refuse('/charges', 'max', `are at most ${MOST_CHARGES}`);
  const keys = new Set<string>();
  charges.forEach(({ key, prices: own, included, alerts }, i) => {
    if (alerts) faults.push(...alertFaults(alerts, included, `/charges/${i}/alerts`));
    if (keys.has(key)) refuse(`/charges/${i}/key`, 'twice', 'is the key of another charge');
    keys.add(key);
    if (own.length === 0) refuse(`/charges/${i}/prices`, 'required', 'must not be empty');
    const priced = new Set<Currency>();
    own.forEach((price, j) => {
      const at = `/charges/${i}/prices/${j}`;
      if (!isCurrency(price.currency)) refuse(`${at}/currency`, 'currency', 'is no currency');
      if (priced.has(price.currency)) refuse(`${at}/currency`, 'twice', 'has a price already');
      priced.add(price.currency);
      faults.push(...chargeFaults({ price, included }, price.currency, at));
    });
  });
  const least = new Set<Currency>();
  minimums.forEach(({ currency, amount }, i) => {
    if (!isCurrency(currency)) refuse(`/minimums/${i}/currency`, 'currency', 'is no currency');
    else if (decimal(amount).scale > currencyDigits(currency)) {
      refuse(`/minimums/${i}/amount`, 'scale', `has more decimals than ${currency}`);
    }
    if (least.has(currency)) refuse(`/minimums/${i}/currency`, 'twice', 'has a minimum already');
    least.add(currency);
  });
  return [...faults, ...thresholdFaults(thresholds, charges)];
}

function thresholdFaults(
  thresholds: readonly PlanThreshold[],
  charges: readonly PlanCharge[],
): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (pointer: string, code: string, message: string) =>
    faults.push({ pointer: `/thresholds${pointer}`, code, message });
  if (thresholds.length > MOST_THRESHOLDS) refuse('', 'max', `are at most ${MOST_THRESHOLDS}`);
  const known = new Set<string>();
  thresholds.forEach(({ currency, amount }, i) => {
    if (!isCurrency(currency)) {
      refuse(`/${i}/currency`, 'currency', 'is no currency');
      return;
    }
    if (!charges.some(({ prices }) => prices.some((price) => price.currency === currency))) {
      refuse(`/${i}/currency`, 'charge', `has no charge of usage in ${currency} to reach it`);
    }
    if (decimal(amount).scale > currencyDigits(currency)) {
      refuse(`/${i}/amount`, 'scale', `has more decimals than ${currency}`);
    }
    const minor = minorUnitsOf(amount, currency);
    if (minor <= 0n) refuse(`/${i}/amount`, 'min', 'must be above 0');
    const key = `${currency} ${minor}`;
    if (known.has(key)) refuse(`/${i}/amount`, 'twice', 'is there already');
    known.add(key);
  });
  return faults;
}
