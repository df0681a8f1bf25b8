import { daysBetween, isLocalDate, type LocalDate } from '@quittance/calendar';
import type { ListFieldType } from '@quittance/lists';
import { cellText } from './csv.js';

/** What a cell holds at most. */
const MOST_CHARACTERS = 32_767;

const NUMBERS: ReadonlySet<ListFieldType> = new Set(['money', 'decimal', 'integer']);
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Doubles keep all of them, and a spreadsheet shows no more. */
const DIGITS = 15;

/** Days are counted from here, with a 29th of February 1900 that never was. */
const ORIGIN = '1899-12-30' as LocalDate;
const AFTER_NEVER = '1900-03-01';
const LAST_DAY = '9999-12-31';

/** The style of days, by its place among those of the workbook. */
const DAY_STYLE = 1;

/** What a column of a workbook has, and how what is text there all the same is written. */
export interface WorkbookColumn {
  readonly name: string;
  readonly type?: ListFieldType | undefined;
  readonly form?: ((value: string) => string) | undefined;
}

/**
 * A cell, never a formula: amounts, days and truths of fields that are such are values that a
 * spreadsheet computes with, as far as it keeps them to the last digit; all else is text. Pure.
 */
export function workbookCell(value: unknown, { type, form }: Omit<WorkbookColumn, 'name'>): string {
  const text = cellText(value);
  if (type === 'boolean' && typeof value === 'boolean')
    return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (type !== undefined && NUMBERS.has(type) && isKept(text)) return `<c><v>${text}</v></c>`;
  if (type === 'date' && isLocalDate(text) && text >= AFTER_NEVER && text <= LAST_DAY) {
    return `<c s="${DAY_STYLE}"><v>${daysBetween(ORIGIN, text)}</v></c>`;
  }
  return textCell(typeof value === 'string' && form ? form(text) : text);
}

/** A cell that is text. */
export function textCell(text: string): string {
  if (text === '') return '<c/>';
  const shown = escaped(text.slice(0, MOST_CHARACTERS));
  return `<c t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

/** A spreadsheet would round longer numbers. */
function isKept(text: string): boolean {
  if (!PLAIN.test(text)) return false;
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= DIGITS;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * XML has no signs below the blank but tab and line ends: a workbook writes them by their numbers,
 * and so what looks like such a number. Halves of pairs are no signs.
 */
function escaped(text: string): string {
  return text
    .replace(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x')
    .replace(/[&<>]/g, (sign) => SIGNS[sign] as string)
    .replace(/(?![\t\n])\p{Cc}/gu, (sign) => `_x${hex(sign)}_`)
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The styles of cells: the usual one, and that of days, which each country shows its own way. */
export const WORKBOOK_STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" xfId="0"/>' +
  '<xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';
