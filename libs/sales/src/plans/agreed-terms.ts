import type { FieldError } from '@quittance/kernel';
import { currencyDigits, decimal, type Currency } from '@quittance/money';
import { chargeFaults, type ChargePrice } from '../usage/charge.js';
import { minorUnitsOf, type PlanCharge, type PlanMinimum, type PlanTerms } from './plan-version.js';

/** How one charge of a plan is agreed otherwise; what is absent is the plan's. */
export interface ChargeOverride {
  readonly key: string;
  /** Null: nothing is included. */
  readonly included?: string | null;
  /** In the currency of the subscription. */
  readonly price?: ChargePrice;
}

/** What is agreed of usage with one subscription instead of what its plan asks. */
export interface ItemOverrides {
  readonly charges: readonly ChargeOverride[];
  /** The least that flat price and usage of a period come to; null: the plan's. */
  readonly minimum: string | null;
}

/** The terms that usage is charged by. */
export type UsageTermsOf = Pick<PlanTerms, 'charges' | 'minimums'>;

/**
 * The terms of a plan as they were agreed with a subscription. A charge that the version does not
 * have any more is no charge.
 */
export function agreedTerms<Terms extends UsageTermsOf>(
  terms: Terms,
  overrides: ItemOverrides | null,
  currency: Currency,
): Terms {
  if (overrides === null) return terms;
  const own = new Map(overrides.charges.map((each) => [each.key, each]));
  return {
    ...terms,
    charges: terms.charges.map((charge) => agreedCharge(charge, own.get(charge.key), currency)),
    minimums: agreedMinimums(terms.minimums, overrides.minimum, currency),
  };
}

function agreedCharge(
  charge: PlanCharge,
  override: ChargeOverride | undefined,
  currency: Currency,
): PlanCharge {
  if (!override) return charge;
  const { included = charge.included, price } = override;
  const others = charge.prices.filter((each) => each.currency !== currency);
  const prices = price ? [...others, { ...price, currency }] : charge.prices;
  return { ...charge, included, prices };
}

function agreedMinimums(
  minimums: readonly PlanMinimum[],
  minimum: string | null,
  currency: Currency,
): readonly PlanMinimum[] {
  if (minimum === null) return minimums;
  return [...minimums.filter((each) => each.currency !== currency), { currency, amount: minimum }];
}

/** What of overrides a version of the plan still has; null where nothing is left. */
export function knownOverrides(
  overrides: ItemOverrides | null,
  terms: Pick<UsageTermsOf, 'charges'>,
): ItemOverrides | null {
  if (overrides === null) return null;
  const keys = new Set(terms.charges.map(({ key }) => key));
  const charges = overrides.charges.filter(({ key }) => keys.has(key));
  if (charges.length === 0 && overrides.minimum === null) return null;
  return { charges, minimum: overrides.minimum };
}

/** Whether usage is charged alike. */
export function isAgreedAlike(a: ItemOverrides | null, b: ItemOverrides | null): boolean {
  // Of most nothing is agreed.
  if (a === null || b === null) return a === b;
  return overridesKey(a) === overridesKey(b);
}

/** The same of what is the same, in whatever order it is said or stored. */
export function overridesKey(overrides: ItemOverrides | null): string {
  return JSON.stringify(sorted(overrides));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, sorted(each)]));
}

/** What is wrong with overrides of a plan, beside the form of their members. */
export function overrideFaults(
  { charges, minimum }: ItemOverrides,
  terms: UsageTermsOf,
  { currency, at }: { readonly currency: Currency; readonly at: string },
): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (member: string, code: string, message: string) =>
    faults.push({ pointer: `${at}/${member}`, code, message });
  const known = new Map(terms.charges.map((charge) => [charge.key, charge]));
  charges.forEach(({ key, price }, i) => {
    const charge = known.get(key);
    if (!charge) {
      const isTwice = terms.charges.some((each) => each.key === key);
      if (isTwice) refuse(`charges/${i}/key`, 'duplicate', 'is named twice');
      else refuse(`charges/${i}/key`, 'reference_not_found', 'is no charge of the plan');
    }
    known.delete(key);
    if (price) faults.push(...chargeFaults({ price }, currency, `${at}/charges/${i}/price`));
  });
  if (minimum === null) return faults;
  if (decimal(minimum).scale > currencyDigits(currency)) {
    refuse('minimum', 'scale', `has more decimals than ${currency}`);
  } else if (minorUnitsOf(minimum, currency) < 0n) refuse('minimum', 'min', 'is below 0');
  return faults;
}
