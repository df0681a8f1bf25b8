/** An exact decimal: `units` divided by ten to the power of `scale`. Never a binary float. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const MOST_WHOLE = 18;
const MOST_FRACTION = 12;
/** A binary float keeps any integer of so many digits. */
const EXACT_DIGITS = 15;

/** How many digits follow each other from a place on. */
function digitsFrom(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at))
    at += 1;
  return at - from;
}

/**
 * The digits of both parts as one number; most are short, and so need no text to be made of them.
 */
function unitsOf(text: string, from: number, whole: number, fraction: number): bigint {
  const point = from + whole;
  if (whole + fraction > EXACT_DIGITS) {
    return BigInt(text.slice(from, point) + text.slice(point + 1, point + 1 + fraction));
  }
  let units = 0;
  for (let at = from; at < point; at += 1) units = units * 10 + text.charCodeAt(at) - 48;
  for (let at = point + 1; at <= point + fraction; at += 1) {
    units = units * 10 + text.charCodeAt(at) - 48;
  }
  return BigInt(units);
}

/**
 * Parses plain decimal text (`-12.5`; no exponent, sign plus or separators), at most 18 digits
 * before and 12 after the point. Undefined when it is none.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const from = text.startsWith('-') ? 1 : 0;
  const whole = digitsFrom(text, from);
  if (whole === 0 || whole > MOST_WHOLE) return undefined;
  const point = from + whole;
  const fraction = text[point] === '.' ? digitsFrom(text, point + 1) : 0;
  const length = fraction === 0 ? point : point + 1 + fraction;
  if (fraction > MOST_FRACTION || length !== text.length) return undefined;
  const units = unitsOf(text, from, whole, fraction);
  return { units: from === 1 ? -units : units, scale: fraction };
}

/**
 * @throws TypeError when the text is no decimal. For text that comes from our own database or code.
 */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new TypeError(`Not a decimal: ${text}`);
  return value;
}

const POWERS = Array.from({ length: 60 }, (_, n) => 10n ** BigInt(n));

/** Ten to the power of `n`, 0 ≤ n < 60. */
export function pow10(n: number): bigint {
  const power = POWERS[n];
  if (power === undefined) throw new RangeError(`Scale ${n} is too large`);
  return power;
}

/** Integer division rounded half away from zero: the one rounding rule of the product. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return divideRounded(-dividend, -divisor);
  const twice = 2n * dividend;
  return dividend >= 0n
    ? (twice + divisor) / (2n * divisor)
    : -((-twice + divisor) / (2n * divisor));
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

export function add(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAtLeast(a, scale) + unitsAtLeast(b, scale), scale };
}

function unitsAtLeast(value: Decimal, scale: number): bigint {
  return value.units * pow10(scale - value.scale);
}

/** The units of the value at another scale, rounded half away from zero when digits are lost. */
export function roundToScale(value: Decimal, scale: number): bigint {
  return value.scale <= scale
    ? unitsAtLeast(value, scale)
    : divideRounded(value.units, pow10(value.scale - scale));
}

/** Plain decimal text with exactly the value's scale: `{1250n, 2}` → `12.50`. */
export function formatDecimal(value: Decimal): string {
  return formatUnits(value.units, value.scale);
}

export function formatUnits(units: bigint, scale: number): string {
  return placePoint(units.toString(), scale);
}

/** The same for units that are text already, as the database writes them. */
export function placePoint(units: string, scale: number): string {
  if (scale === 0) return units;
  const sign = units.startsWith('-') ? '-' : '';
  const digits = units.slice(sign.length).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const POINT = '.'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** Whether plain decimal text is nothing, with however many decimals. */
export function isZeroDecimal(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== ZERO && code !== POINT) return false;
  }
  return text !== '';
}

/** Decimal text without trailing zeros: `10.500` → `10.5`. */
export function trimDecimal(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end -= 1;
  if (end === text.length) return text;
  return text.slice(0, text.charCodeAt(end - 1) === POINT ? end - 1 : end);
}
