import {
  currencyDigits,
  formatMinor,
  formatUnits,
  roundToScale,
  trimDecimal,
  type Currency,
  type Decimal,
} from '@quittance/money';

/** A number that is written into JSON exactly as this text. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** An object of an answer: what it holds is not known yet. */
export type ExactJson = Readonly<Record<string, unknown>>;

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON with every number left as the text it was written in, so that no amount goes through
 * a binary float. Undefined when the text is no JSON.
 */
export function parseExactJson(text: string): unknown {
  try {
    JSON.parse(text);
    return JSON.parse(
      text.replace(STRING_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${part}"`)),
    );
  } catch {
    return undefined;
  }
}

/** JSON text; amounts are `JsonNumber`s, members that are undefined are left out. */
export function exactJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`);
  return `{${members.join()}}`;
}

const DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;
const LARGEST_SCALE = 40;

/**
 * The exact value of a number that `parseExactJson` has left as text; undefined when it is none.
 */
export function decimalOf(value: unknown): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    (typeof value === 'string' && DECIMAL.exec(value)) || [];
  if (!whole) return undefined;
  const digits = BigInt(whole + fraction) * (sign ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  if (scale > LARGEST_SCALE || scale < -LARGEST_SCALE) return undefined;
  return scale < 0 ? { units: digits * 10n ** BigInt(-scale), scale: 0 } : { units: digits, scale };
}

/** Minor units of an exact amount; decimals the currency does not have are rounded off. */
export function roundedMinor(amount: Decimal, currency: Currency): bigint {
  return roundToScale(amount, currencyDigits(currency));
}

/** Decimals of a percentage, as many as are stored. */
const PERCENT_SCALE = 6;

/** A fraction as a percentage: `0.0625` is `6.25`. */
export function percentOf({ units, scale }: Decimal): string {
  const kept = roundToScale({ units: units * 100n, scale }, PERCENT_SCALE);
  return trimDecimal(formatUnits(kept, PERCENT_SCALE));
}

/** Minor units as a number of JSON in major units. */
export function jsonAmount(minor: bigint, currency: Currency): JsonNumber {
  return new JsonNumber(formatMinor(minor, currency));
}

/** The value as an object: lists, null and texts stand where objects are expected. */
export function jsonObject(value: unknown): ExactJson | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ExactJson)
    : undefined;
}

/** The objects of a list; nothing when it is none. */
export function jsonObjects(value: unknown): ExactJson[] {
  if (!Array.isArray(value)) return [];
  return value.map(jsonObject).filter((each) => each !== undefined);
}

/** A text meant for people, cut where it is too long; null when there is none. */
export function jsonSentence(value: unknown): string | null {
  return typeof value === 'string' && value !== ''
    ? value.replaceAll('\u0000', '').slice(0, 255)
    : null;
}
