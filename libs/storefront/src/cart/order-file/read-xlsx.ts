import { MOST_QUICK_LINES } from '../quick-order-lines.js';
import { quickOrderFileRefused } from '../../storefront.errors.js';
import type { OrderRow } from './order-rows.js';
import { readXml } from './read-xml.js';
import { OpenedArchive } from './opened-archive.js';

const RELATION = 'xl/_rels/workbook.xml.rels';
const FIRST = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
/** Columns that are looked at: a table of an order has few. */
const MOST_COLUMNS = 50;
const LONGEST_CELL = 500;
const MOST_STRINGS = 50_000;
/** A spreadsheet keeps doubles; what people have typed has fewer digits than this. */
const DIGITS = 15;

/**
 * The rows of the first sheet of a workbook. Its parts are unpacked as they are read, and no more
 * of them than a table of an order has: an archive that blows up is given up at its bounds.
 * @throws DomainError quick_order_file_refused
 */
export async function readXlsx(bytes: Buffer): Promise<readonly OrderRow[]> {
  const archive = await OpenedArchive.of(bytes);
  const sheet = await firstSheetOf(archive);
  if (!archive.has(sheet)) throw quickOrderFileRefused({ why: 'it has no sheet' });
  const strings = archive.has(STRINGS) ? await stringsOf(archive) : [];
  return rowsOf(archive, sheet, strings);
}

async function firstSheetOf(archive: OpenedArchive): Promise<string> {
  let id: string | undefined;
  await readXml(archive.read('xl/workbook.xml'), {
    opened: (name, attributes) => {
      if (name === 'sheet') id ??= attributes['r:id'];
    },
  });
  if (id === undefined || !archive.has(RELATION)) return FIRST;
  let target: string | undefined;
  await readXml(archive.read(RELATION), {
    opened: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target;
    },
  });
  if (target === undefined) return FIRST;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function stringsOf(archive: OpenedArchive): Promise<string[]> {
  const strings: string[] = [];
  let said = '';
  await readXml(archive.read(STRINGS), {
    texts: new Set(['t']),
    opened: (name) => {
      if (name === 'si') said = '';
    },
    // How a word is pronounced stands beside it and is no part of it.
    text: (part, within) => {
      if (!within.includes('rPh')) said = (said + part).slice(0, LONGEST_CELL);
    },
    closed: (name) => {
      if (name !== 'si') return;
      if (strings.length >= MOST_STRINGS) {
        throw quickOrderFileRefused({ why: 'it has too many texts' });
      }
      strings.push(said);
    },
  });
  return strings;
}

/** A cell that is being read. */
interface Cell {
  readonly column: number;
  readonly type: string;
  said: string;
  /** It computes its value, which may not be there. */
  isFormula: boolean;
}

async function rowsOf(
  archive: OpenedArchive,
  sheet: string,
  strings: readonly string[],
): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  let cells: string[] = [];
  let line = 0;
  let cell: Cell | null = null;
  await readXml(archive.read(sheet), {
    texts: new Set(['v', 't']),
    opened: (name, attributes) => {
      if (name === 'row') {
        const told = Number(attributes.r);
        line = Number.isSafeInteger(told) && told > 0 ? told : line + 1;
        cells = [];
      }
      if (name === 'c') {
        const column = columnOf(attributes.r) ?? cells.length;
        cell = { column, type: attributes.t ?? 'n', said: '', isFormula: false };
      }
      if (name === 'f' && cell) cell.isFormula = true;
    },
    text: (part) => {
      if (cell) cell.said = (cell.said + part).slice(0, LONGEST_CELL);
    },
    closed: (name) => {
      if (name === 'c' && cell && cell.column < MOST_COLUMNS) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = shown(cell, strings);
      }
      if (name === 'c') cell = null;
      if (name === 'row' && cells.some((each) => each !== '')) rows.push({ line, cells });
    },
    enough: () => rows.length > MOST_QUICK_LINES + 1,
  });
  return rows;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i;

/** What a cell shows; what cannot be known is never nothing, which would count as one. */
function shown({ type, said, isFormula }: Cell, strings: readonly string[]): string {
  if (said === '') return isFormula ? '=' : '';
  if (type === 's') return strings[Number(said)] ?? '#REF!';
  if (type === 'b') return said === '0' ? 'FALSE' : 'TRUE';
  if (type !== 'n' || !NUMBER.test(said)) return said;
  const rounded = Number(Number(said).toPrecision(DIGITS));
  return Number.isFinite(rounded) ? plain(rounded) : said;
}

/** Without an exponent, which no quantity is written with. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(6).replace(/\.?0+$/, '') : text;
}

/** Of `AB12` the column, from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
