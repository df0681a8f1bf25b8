import { isCurrency, isLocalDate, toEpochDay } from '@quittance/kernel';

const DAY_MS = 86_400_000;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,12})?$/;

/** `1,190.00` EUR in the reader's own way of writing; what is no amount of a currency stays as it is. */
export function moneyText(value: unknown, currency: unknown, locale: string): string {
  const [amount, code] = [String(value ?? ''), String(currency ?? '')];
  if (!DECIMAL.test(amount)) return amount;
  if (!isCurrency(code)) return code ? `${amount} ${code}` : amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(known(locale), {
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A decimal text is formatted exactly; through a number it would be rounded.
  return format.format(amount as `${number}`);
}

/** `31 March 2026` in the reader's language; what is neither a date nor an instant stays as it is. */
export function longDate(value: unknown, locale: string): string {
  const day = String(value ?? '').slice(0, 10);
  if (!isLocalDate(day)) return String(value ?? '');
  const format = new Intl.DateTimeFormat(known(locale), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(toEpochDay(day) * DAY_MS);
}

function known(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
