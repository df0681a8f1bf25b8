import { isCurrency } from '@quittance/money';
import { isLocalDate, toEpochDay, withOrdinal } from '@quittance/calendar';

const DAY_MS = 86_400_000;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,12})?$/;

/**
 * `1,190.00` EUR in the reader's own way of writing; what is no amount of a currency stays as it
 * is.
 */
export function moneyText(value: unknown, currency: unknown, locale: string): string {
  const [amount, code] = [String(value ?? ''), String(currency ?? '')];
  if (!DECIMAL.test(amount)) return amount;
  if (!isCurrency(code)) return code ? `${amount} ${code}` : amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  // A decimal text is formatted exactly; through a number it would be rounded.
  return currencyFormat(locale, code, digits).format(amount as `${number}`);
}

/** Figures are 0 to 9 in every language, as they are on documents. */
const LATIN = { numberingSystem: 'latn' } as const;

/**
 * `31 March 2026` in the reader's language; what is neither a date nor an instant stays as it is.
 */
export function longDate(value: unknown, locale: string): string {
  return dateText(value, locale, 'long');
}

/** `31 Mar 2026`, as it stands in a table. */
export function shortDate(value: unknown, locale: string): string {
  return dateText(value, locale, 'medium');
}

type DateStyle = 'long' | 'medium';

function dateText(value: unknown, locale: string, style: DateStyle): string {
  const day = String(value ?? '').slice(0, 10);
  if (!isLocalDate(day)) return String(value ?? '');
  return withOrdinal(dateFormat(locale, style).format(toEpochDay(day) * DAY_MS), locale);
}

const currencyFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const MOST_KEPT = 500;

function currencyFormat(locale: string, currency: string, digits: number): Intl.NumberFormat {
  return kept(currencyFormats, `${locale} ${currency} ${digits}`, () =>
    Intl.NumberFormat(known(locale), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...LATIN,
    }),
  );
}

function dateFormat(locale: string, dateStyle: DateStyle): Intl.DateTimeFormat {
  const options = { dateStyle, timeZone: 'UTC', ...LATIN } as const;
  return kept(dateFormats, `${locale} ${dateStyle}`, () =>
    Intl.DateTimeFormat(known(locale), options),
  );
}

/**
 * A format holds tens of kilobytes outside the heap that the collector does not count: one for each
 * letter of a run would take gigabytes before any of them is given back.
 */
function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const found = formats.get(key);
  if (found) return found;
  const made = make();
  if (formats.size >= MOST_KEPT) formats.clear();
  formats.set(key, made);
  return made;
}

/** Where a language is written that is said without a country: as documents write it. */
const USUAL: Readonly<Record<string, string>> = { ar: 'ar-AE', en: 'en-GB', pt: 'pt-PT' };

function known(locale: string): string {
  try {
    const [tag = 'en'] = Intl.getCanonicalLocales(locale);
    return USUAL[tag] ?? tag;
  } catch {
    return 'en-GB';
  }
}
