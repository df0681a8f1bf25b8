import type { DocumentLanguage } from '@quittance/company';
import { currencyDigits, formatMinor, trimDecimal, type Currency } from '@quittance/money';
import { toEpochDay, withOrdinal, type LocalDate } from '@quittance/calendar';

/** Where a language is written when the company's locale is of another. */
const USUAL_LOCALE: Readonly<Record<DocumentLanguage, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
  pt: 'pt-PT',
  pl: 'pl-PL',
  ja: 'ja-JP',
  hi: 'hi-IN',
  ar: 'ar-AE',
  he: 'he-IL',
};

/** Languages that part a number from its percent sign. */
const SPACED_PERCENT: ReadonlySet<DocumentLanguage> = new Set(['de', 'fr', 'es', 'pl']);

/** Marks of direction that formats carry along; the layout knows the direction by itself. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
const DAY_MS = 86_400_000;

export function isRightToLeft(language: DocumentLanguage): boolean {
  return language === 'ar' || language === 'he';
}

/** Figures among words of any direction keep their own: the sign stays before the number. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}

const FROM_RIGHT = /[\u0590-\u08ff]/;

/**
 * What stands behind a word of ours, in the direction of its own letters: behind Arabic ones a
 * number would else be read part by part from the right (`12-345` as `345-12`).
 */
export function behind(word: string, text: string): string {
  return FROM_RIGHT.test(word) ? `${word} \u2068${text}\u2069` : `${word} ${text}`;
}

/** The same text without the marks that order it on paper. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '');
}

/** Numbers, amounts and dates as a document writes them. */
export interface Figures {
  /** `1.234,50` with the currency's decimals. */
  amount(minor: bigint): string;
  /** The same with the currency's code: `1.234,50 EUR`. */
  money(minor: bigint): string;
  /** Decimal text with the decimals it has. */
  number(text: string): string;
  /** A unit price: at least the currency's decimals. */
  price(text: string): string;
  /** `19 %` */
  percent(text: string): string;
  date(date: LocalDate): string;
  period(start: LocalDate | null, end: LocalDate | null): string | null;
}

/** The locale for numbers and dates. Digits are 0 to 9 everywhere, as in the electronic invoice. */
export function figuresLocale(language: DocumentLanguage, locale: string): string {
  const own = new Intl.Locale(locale);
  const base = own.language === language ? own.baseName : USUAL_LOCALE[language];
  return new Intl.Locale(base, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}

/**
 * Formats take exact decimal text and give back every digit of it: nothing passes through a float.
 */
export function figures(
  { language, locale }: { readonly language: DocumentLanguage; readonly locale: string },
  currency: Currency,
): Figures {
  const digits = currencyDigits(currency);
  const tag = figuresLocale(language, locale);
  const dates = dateFormat(tag);
  const write = (text: string, least: number, most: number) =>
    numberFormat(tag, least, most)
      .format(text as Intl.StringNumericLiteral)
      .replace(DIRECTION_MARKS, '');
  const amount = (minor: bigint) => write(formatMinor(minor, currency), digits, digits);
  const number = (text: string) => {
    const plain = trimDecimal(text);
    return write(plain, 0, decimalsOf(plain));
  };
  const date = (day: LocalDate) =>
    withOrdinal(dates.format(toEpochDay(day) * DAY_MS).replace(DIRECTION_MARKS, ''), tag);
  return {
    amount,
    money: (minor) => `${amount(minor)} ${currency}`,
    number,
    price: (text) => {
      const plain = trimDecimal(text);
      return write(plain, digits, Math.max(digits, decimalsOf(plain)));
    },
    percent: (text) => `${number(text)}${SPACED_PERCENT.has(language) ? '\u00a0' : ''}%`,
    date,
    period: (start, end) => {
      if (start === null) return end === null ? null : date(end);
      if (end === null) return date(start);
      const span = `${date(start)} – ${date(end)}`;
      // Two dates have no letters that tell the direction in which they are read.
      return isRightToLeft(language) ? `\u2067${span}\u2069` : span;
    },
  };
}

function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string): Intl.DateTimeFormat {
  const known = dateFormats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  if (dateFormats.size > 500) dateFormats.clear();
  dateFormats.set(locale, format);
  return format;
}

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, least: number, most: number): Intl.NumberFormat {
  const key = `${locale} ${least} ${most}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
  if (formats.size > 500) formats.clear();
  formats.set(key, format);
  return format;
}
