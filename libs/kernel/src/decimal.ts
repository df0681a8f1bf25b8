/** An exact decimal: `units` divided by ten to the power of `scale`. Never a binary float. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const SHAPE = /^(-?)(\d{1,18})(?:\.(\d{1,12}))?$/;

/** Parses plain decimal text (`-12.5`; no exponent, sign plus or separators). Undefined when it is none. */
export function parseDecimal(text: string): Decimal | undefined {
  const parts = SHAPE.exec(text);
  if (!parts) return undefined;
  const fraction = parts[3] ?? '';
  const units = BigInt(`${parts[2]}${fraction}`);
  return { units: parts[1] ? -units : units, scale: fraction.length };
}

/** @throws TypeError when the text is no decimal. For text that comes from our own database or code. */
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

/** Decimal text without trailing zeros: `10.500` → `10.5`. */
export function trimDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
