import { currencyDigits, pow10, type Currency } from '@quittance/money';

/** How amounts of one currency travel to and from one provider. */
export interface WireRule {
  /** Digits after the point on the wire; the currency's own unless the provider differs. */
  readonly digits: number;
  /** The provider takes multiples of this many wire units. */
  readonly step: bigint;
  /** What happens to an amount between two steps. */
  readonly between: 'refuse' | 'round_up';
}

/** The currency's own digits and every amount: what most currencies need at most providers. */
export function plainRule(currency: Currency): WireRule {
  return { digits: currencyDigits(currency), step: 1n, between: 'refuse' };
}

/** What is asked of the payer: on the wire, and in our own minor units. */
export interface WireAmount {
  readonly wire: bigint;
  readonly charged: bigint;
}

/** Most JSON readers, ours included, lose integers above this. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Converts minor units to the wire, exactly; between two steps it rounds up or gives undefined.
 * Rounding up is never more than one step: the excess becomes credit of the customer.
 */
export function toWire(minor: bigint, currency: Currency, rule: WireRule): WireAmount | undefined {
  const ours = pow10(currencyDigits(currency));
  const theirs = pow10(rule.digits);
  const scaled = minor * theirs;
  const unit = ours * rule.step;
  const steps = scaled / unit;
  const exact = steps * unit === scaled;
  if (!exact && rule.between === 'refuse') return undefined;
  const wire = (exact ? steps : steps + 1n) * rule.step;
  if (wire > LARGEST) return undefined;
  const charged = fromWire(wire, currency, rule);
  return charged === undefined ? undefined : { wire, charged };
}

/**
 * Converts an amount from the wire to minor units, exactly; undefined when it is no whole number of
 * them.
 */
export function fromWire(wire: bigint, currency: Currency, rule: WireRule): bigint | undefined {
  const scaled = wire * pow10(currencyDigits(currency));
  const theirs = pow10(rule.digits);
  return scaled % theirs === 0n ? scaled / theirs : undefined;
}
