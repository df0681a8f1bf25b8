import data from './iso-4217.json';

/**
 * A currency of the list: digits after the point, English name, sign where it has one of its own.
 */
interface Listed {
  readonly digits: number;
  readonly name: string;
  readonly symbol?: string;
}

/** Digits are never taken from `Intl`, which rounds some currencies as they are used in cash. */
const LISTED = new Map<string, Listed>(Object.entries(data.currencies));

/** Read on old documents, refused on new ones: their digits. */
const RETIRED = new Map<string, number>(Object.entries(data.retired));

/** An ISO 4217 code, upper case. */
export type Currency = string;

/** Every code allowed on a new document, sorted. */
export const CURRENCIES: readonly Currency[] = [...LISTED.keys()].sort();

/** Whether the code (upper case) may stand on a new document. */
export function isCurrency(code: unknown): code is Currency {
  return typeof code === 'string' && LISTED.has(code);
}

/**
 * Digits after the point of a currency, retired ones included.
 * @throws RangeError for an unknown code.
 */
export function currencyDigits(code: Currency): number {
  const digits = LISTED.get(code)?.digits ?? RETIRED.get(code);
  if (digits === undefined) throw new RangeError(`Unknown currency: ${code}`);
  return digits;
}

/**
 * The English name of a currency that may stand on a new document.
 * @throws RangeError for another code.
 */
export function currencyName(code: Currency): string {
  const name = LISTED.get(code)?.name;
  if (name === undefined) throw new RangeError(`Unknown currency: ${code}`);
  return name;
}

/**
 * The sign of a currency where no other is meant (`$` is that of several); null where it has none.
 */
export function currencySymbol(code: Currency): string | null {
  return LISTED.get(code)?.symbol ?? null;
}
