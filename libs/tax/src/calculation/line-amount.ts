import {
  currencyDigits,
  divideRounded,
  formatMinor,
  parseDecimal,
  parseMinor,
  pow10,
  type Currency,
  type Decimal,
} from '@quittance/money';
import { invalidField, type DomainError } from '@quittance/kernel';
import type { Discount, PricingLine } from './pricing.js';

/** Minor units of one line: the price after discount and what the discount took off. */
export interface LineAmount {
  readonly amount: bigint;
  readonly discount: bigint;
}

/** The largest line in minor units. */
export const LARGEST_LINE = 10n ** 15n;

function refuse(line: number, field: string, code: string, message: string): DomainError {
  return invalidField(`/lines/${line}/${field}`, code, message);
}

function required(text: string, line: number, field: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw refuse(line, field, 'decimal', `${field} must be a plain decimal number.`);
  return value;
}

function toMinor(units: bigint, scale: number, digits: number): bigint {
  return scale <= digits
    ? units * pow10(digits - scale)
    : divideRounded(units, pow10(scale - digits));
}

/**
 * quantity × unit price − discount, rounded once to the currency's scale, half away from zero.
 * @throws DomainError validation_failed with the pointer of the field
 */
export function amountOfLine(
  line: PricingLine,
  position: number,
  currency: Currency,
  digits = currencyDigits(currency),
): LineAmount {
  const quantity = required(line.quantity, position, 'quantity');
  const unitPrice = required(line.unitPrice, position, 'unitPrice');
  const price: Decimal = {
    units: quantity.units * unitPrice.units,
    scale: quantity.scale + unitPrice.scale,
  };
  const full = toMinor(price.units, price.scale, digits);
  if (full > LARGEST_LINE || full < -LARGEST_LINE) {
    const most = formatMinor(LARGEST_LINE, currency);
    throw refuse(position, 'unitPrice', 'max', `A line may not be above ${most} ${currency}.`);
  }
  const own = !line.discount
    ? full
    : 'percent' in line.discount
      ? lessPercent(price, line.discount.percent, position, digits)
      : lessAmount(price, line.discount, position, currency, digits);
  const amount = own - (line.share ?? 0n);
  return { amount, discount: full - amount };
}

function lessPercent(price: Decimal, text: string, position: number, digits: number): bigint {
  const percent = required(text, position, 'discount/percent');
  const whole = 100n * pow10(percent.scale);
  if (percent.units < 0n || percent.units > whole) {
    throw refuse(position, 'discount/percent', 'range', 'percent must be from 0 to 100.');
  }
  return toMinor(price.units * (whole - percent.units), price.scale + percent.scale + 2, digits);
}

function lessAmount(
  price: Decimal,
  discount: Exclude<Discount, { percent: string }>,
  position: number,
  currency: Currency,
  digits: number,
): bigint {
  const taken = parseMinor(discount.amount, currency);
  if (taken === undefined || taken < 0n) {
    const message = `amount must be zero or more, with at most ${digits} decimals.`;
    throw refuse(position, 'discount/amount', 'amount', message);
  }
  const scale = Math.max(price.scale, digits);
  const before = price.units * pow10(scale - price.scale);
  const size = taken * pow10(scale - digits);
  // A discount brings a line towards zero and never past it, on a credited line too.
  const after = before < 0n ? before + size : before - size;
  if (after !== 0n && after < 0n !== before < 0n) {
    throw refuse(
      position,
      'discount/amount',
      'max',
      'The discount is above the price of the line.',
    );
  }
  return toMinor(after, scale, digits);
}
