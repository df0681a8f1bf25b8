import { divideRounded, type Decimal } from '@quittance/money';
import { QUOTIENT_DIGITS } from '../limits.js';
import { bounded, shortest } from './numbers.js';

/*
 * Roots, powers of e and logarithms of exact decimals, rounded to 20 digits behind the point. They
 * are worked out in integers with so many binary digits behind the point that what is lost on the
 * way lies beyond the 40th decimal one: the same on every machine.
 */

const BITS = 256n;
const ONE = 1n << BITS;
const HALF = ONE >> 1n;
/** How often the argument of `e` is halved before its series, and the result squared. */
const HALVINGS = 8n;
/** Beyond it no power of e fits, and the inverse of each is less than the 20th digit shows. */
const MOST_EXPONENT = 70n;

function tenTo(digits: number): bigint {
  return 10n ** BigInt(digits);
}

function toDecimal(value: bigint): Decimal | undefined {
  const units = divideRounded(value * tenTo(QUOTIENT_DIGITS), ONE);
  return bounded(shortest({ units, scale: QUOTIENT_DIGITS }));
}

function bitsOf(value: bigint): bigint {
  return BigInt(value.toString(2).length);
}

/** The largest integer whose square is not more (Newton, from above). */
function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << (bitsOf(value) / 2n + 1n);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Of a number that is not negative. The digits behind the 30th are cut off, so halves stay so. */
export function squareRoot({ units, scale }: Decimal): Decimal | undefined {
  const root = wholeRoot(units * tenTo(60 - scale));
  const rounded = divideRounded(root, tenTo(30 - QUOTIENT_DIGITS));
  return bounded(shortest({ units: rounded, scale: QUOTIENT_DIGITS }));
}

/** e to the power of the number; undefined where it has more than 30 digits before the point. */
export function exponential({ units, scale }: Decimal): Decimal | undefined {
  const most = MOST_EXPONENT * tenTo(scale);
  if (units > most) return undefined;
  if (units < -most) return { units: 0n, scale: 0 };
  const part = (units << (BITS - HALVINGS)) / tenTo(scale);
  let [sum, term] = [ONE, ONE];
  for (let n = 1n; term !== 0n && n < BITS; n += 1n) {
    term = ((term * part) >> BITS) / n;
    sum += term;
  }
  for (let i = 0n; i < HALVINGS; i += 1n) sum = (sum * sum) >> BITS;
  return toDecimal(sum);
}

/** Twice the area tangent of n/d, which is the logarithm of (d + n)/(d - n). */
function twiceArtanh(n: bigint, d: bigint): bigint {
  const z = (n << BITS) / d;
  const square = (z * z) >> BITS;
  let [sum, power] = [z, z];
  for (let odd = 3n; power !== 0n && power !== -1n; odd += 2n) {
    power = (power * square) >> BITS;
    sum += power / odd;
  }
  return 2n * sum;
}

const LOG_OF_TWO = twiceArtanh(1n, 3n);

/** Of a positive number: a power of two, and a rest between 3/4 and 3/2 by its series. */
function naturalBits({ units, scale }: Decimal): bigint {
  const divisor = tenTo(scale);
  let twos = bitsOf(units) - bitsOf(divisor);
  let rest = (units << (BITS - twos)) / divisor;
  if (rest >= ONE + HALF) {
    rest >>= 1n;
    twos += 1n;
  } else if (rest < HALF + (HALF >> 1n)) {
    rest <<= 1n;
    twos -= 1n;
  }
  return twos * LOG_OF_TWO + twiceArtanh(rest - ONE, rest + ONE);
}

/** Of a positive number. */
export function naturalLogarithm(value: Decimal): Decimal | undefined {
  return toDecimal(naturalBits(value));
}

/** Of positive numbers, the base not being 1. */
export function logarithm(value: Decimal, base: Decimal): Decimal | undefined {
  return toDecimal(divideRounded(naturalBits(value) << BITS, naturalBits(base)));
}
