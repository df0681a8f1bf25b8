import { isLocalDate } from '@quittance/calendar';
import { invalidFields, type FieldError } from '@quittance/kernel';
import type { UnreadCell } from './import-column.js';
import type { ImportColumn } from './import-column.js';
import type { RowFormat } from './row-file.js';

/** How a country writes numbers and days in tables. */
export interface CountryCells {
  /** The sign before the decimals; without it a number is a plain decimal, as everywhere else. */
  readonly decimal?: 'comma' | 'point';
  /** In which order a day stands; YYYY-MM-DD is understood beside it. */
  readonly dates?: 'dmy' | 'mdy' | 'ymd';
}

/** What may be said of each. */
export const COUNTRY_CELLS = {
  decimal: ['comma', 'point'],
  dates: ['dmy', 'mdy', 'ymd'],
} as const satisfies { readonly [Name in keyof CountryCells]-?: readonly CountryCells[Name][] };

/**
 * What an import is told of its country. What is sent as JSON has its numbers and days as bodies
 * have them.
 * @throws DomainError validation_failed
 */
export function countryAsked({
  format,
  decimal,
  dates,
}: CountryCells & { readonly format: RowFormat }): CountryCells {
  const country = { ...(decimal && { decimal }), ...(dates && { dates }) };
  if (format !== 'jsonl') return country;
  const errors = Object.keys(country).map((parameter) => {
    return { parameter, code: 'not_allowed', message: 'is about tables, and this is JSON Lines' };
  });
  if (errors.length > 0) throw invalidFields(errors);
  return country;
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number', 'currency', 'percent']);

interface Cell {
  readonly text: string;
  readonly fault?: Pick<FieldError, 'code' | 'message'>;
}

/**
 * The cells of a row with numbers and days as bodies have them, and what is wrong with those that
 * could be something else too: 1.234 is a thousand and more in one country, and one and a bit in
 * another, and so it is taken in none. Pure.
 * @param typed the columns whose values a workbook has as numbers and days, which no country writes
 */
export function countryCells(
  columns: readonly (ImportColumn | null)[],
  cells: readonly string[],
  { decimal, dates }: CountryCells,
  typed?: ReadonlySet<number>,
): { readonly cells: readonly string[]; readonly unread: readonly UnreadCell[] } {
  const unread: UnreadCell[] = [];
  const read = cells.map((cell, i) => {
    const column = columns[i];
    const text = cell.trim();
    if (!column || column.part !== null || column.by !== undefined || text === '') return cell;
    if (typed?.has(i)) return cell;
    const { type } = column.field;
    let found: Cell | undefined;
    if (NUMBERS.has(type)) found = decimal ? numberOf(text, decimal) : hinted(text);
    if (dates && type === 'date') found = dayOf(text, dates);
    if (!found) return cell;
    if (found.fault) unread.push({ column: i, fault: found.fault });
    return found.text;
  });
  return { cells: read, unread };
}

/** `1.234,50` and `9,9`; `1,234` may be a thousand and more. */
const WITH_COMMA = /^[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/;
const MAY_BE_THOUSANDS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/** What is refused as no number all the same is told how it can be taken. */
function hinted(text: string): Cell | undefined {
  if (!WITH_COMMA.test(text) || MAY_BE_THOUSANDS.test(text)) return undefined;
  const message = 'must be a plain decimal such as "12.50", or be imported with decimal=comma';
  return { text, fault: { code: 'format', message } };
}

/** Blanks and apostrophes stand between thousands in many countries, and never before decimals. */
const BLANKS = /[ \u00A0\u2009\u202F'’]/;
const PLAIN = /^[+-]?\d+$/;

function numberOf(given: string, decimal: 'comma' | 'point'): Cell {
  const text = given.replace(/\s*%$/, '').replace('\u2212', '-');
  const [point, thousands] = decimal === 'comma' ? [',', '.'] : ['.', ','];
  const [whole = '', fraction, ...more] = text.split(point);
  const wrong = (): Cell => {
    const message = `is no number with a decimal ${decimal}`;
    return { text: given, fault: { code: 'format', message } };
  };
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return wrong();
  const groups = whole.split(thousands);
  const parts = groups.length > 1 ? groups : whole.split(BLANKS);
  const [first = '', ...rest] = parts;
  const isGrouped = rest.every((part) => /^\d{3}$/.test(part));
  const isShort = rest.length === 0 || /^[+-]?\d{1,3}$/.test(first);
  if (!PLAIN.test(parts.join('')) || !isGrouped || !isShort) return wrong();
  if (groups.length === 2 && fraction === undefined) {
    const other = decimal === 'comma' ? 'decimals' : 'decimals of another country';
    const message = `may be thousands or ${other}: leave the ${JSON.stringify(thousands)} out`;
    return { text: given, fault: { code: 'ambiguous', message } };
  }
  const digits = parts.join('').replace(/^\+/, '');
  return { text: fraction === undefined ? digits : `${digits}.${fraction}` };
}

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const DAY = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})$/;

function dayOf(text: string, order: 'dmy' | 'mdy' | 'ymd'): Cell {
  if (ISO.test(text)) return { text };
  const [, a = '', , b = '', c = ''] = DAY.exec(text) ?? [];
  const [year, month, day] = { dmy: [c, b, a], mdy: [c, a, b], ymd: [a, b, c] }[order] as [
    string,
    string,
    string,
  ];
  if (year.length !== 4 || day.length > 2 || month.length > 2) {
    const message = `is no day with its year in four digits, in the order ${order}`;
    return { text, fault: { code: 'format', message } };
  }
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isLocalDate(read)) return { text: read };
  return { text, fault: { code: 'format', message: `is no day in the order ${order}` } };
}

/** What a host and other imports take of it. */
export const countryForms = {
  taken: COUNTRY_CELLS,
  asked: countryAsked,
  cells: countryCells,
} as const;
