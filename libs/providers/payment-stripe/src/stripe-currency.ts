import {
  fromWire,
  plainRule,
  wireInteger,
  type ProviderSettings,
  type WireRule,
} from '@quittance/gateway/provider';
import { isCurrency, type Currency } from '@quittance/money';
import data from './stripe-currencies.json';

/** Whole units on the wire; ISO 4217 gives the ariary (MGA) two digits. */
const WHOLE: ReadonlySet<string> = new Set(data.whole);
/** Whole units as well, but sent with two zeroes. */
const WHOLE_IN_HUNDREDTHS: ReadonlySet<string> = new Set(data.wholeInHundredths);
/** The card networks take multiples of ten only. */
const THOUSANDTHS: ReadonlySet<string> = new Set(data.thousandths);
/** Listed by ISO 4217, but not among the currencies Stripe presents prices in. */
const NOT_OFFERED: ReadonlySet<string> = new Set(data.notOffered);

/**
 * How amounts of a currency travel to Stripe. Amounts between two steps are rounded up unless the
 * connector asks for exact ones, which Stripe then cannot take.
 */
export function stripeRule(currency: Currency, settings: ProviderSettings): WireRule | null {
  if (NOT_OFFERED.has(currency)) return null;
  if (WHOLE.has(currency)) return { digits: 0, step: 1n, between: 'refuse' };
  if (WHOLE_IN_HUNDREDTHS.has(currency)) return { digits: 2, step: 100n, between: 'refuse' };
  if (!THOUSANDTHS.has(currency)) return plainRule(currency);
  return {
    digits: 3,
    step: 10n,
    between: settings.threeDecimalMode === 'exact' ? 'refuse' : 'round_up',
  };
}

/** Money as Stripe tells of it, in our minor units; undefined when it cannot be read. */
export function stripeMoney(
  amount: unknown,
  code: unknown,
): { amount: bigint; currency: Currency } | undefined {
  const wire = wireInteger(amount);
  const currency = typeof code === 'string' ? code.toUpperCase() : '';
  if (wire === undefined || !isCurrency(currency)) return undefined;
  const rule = stripeRule(currency, {}) ?? plainRule(currency);
  const minor = fromWire(wire, currency, rule);
  return minor === undefined ? undefined : { amount: minor, currency };
}
