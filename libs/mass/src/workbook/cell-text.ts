import { addDays, type LocalDate } from '@quittance/calendar';

/** What a number is shown as. */
export type NumberForm = 'plain' | 'day' | 'percent';

/** A cell as it stands in a sheet. */
export interface SheetCell {
  /** Of the file format: `s` a shared text, `b` a truth, `e` an error, `d` a day, `n` a number. */
  readonly type: string;
  readonly said: string;
  /** It computes its value, which may not be there: nobody computes it here. */
  readonly isFormula: boolean;
  readonly form: NumberForm;
}

/** A value as a table saved as text has it, or why there is none. */
export type CellReading =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly text: string; readonly fault: string };

const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i;
const WHOLE = /^-?\d{1,40}$/;
/** A spreadsheet keeps doubles; what people have typed has fewer digits than this. */
const DIGITS = 15;
const SECONDS_A_DAY = 86_400;
/** Day 60 of a workbook is the 29th of February 1900, which never was. */
const NEVER = 60;
/** The last day that a workbook can have: the 31st of December 9999. */
const LAST_DAY = 2_958_465;
/** Days of a workbook that counts from 1904 are so much later. */
const FROM_1904 = 1462;

/**
 * What a cell says: a formula by the value that was computed where it was written, a number with
 * its digits and without an exponent, a day as YYYY-MM-DD, a percentage as people see it. Pure.
 */
export function cellTextOf(
  { type, said, isFormula, form }: SheetCell,
  strings: readonly string[],
  is1904: boolean,
): CellReading {
  if (type === 'e') return { text: said, fault: 'is an error of a formula' };
  if (said === '') {
    return isFormula && type !== 'str' ? { text: '=', fault: UNKNOWN } : { text: '' };
  }
  if (type === 's') {
    const text = strings[Number(said)];
    return text === undefined ? { text: '#REF!', fault: 'is a text that is not there' } : { text };
  }
  if (type === 'str' || type === 'inlineStr') return { text: unescaped(said) };
  if (type === 'b') return { text: said === '0' ? 'FALSE' : 'TRUE' };
  if (type === 'd') return { text: said.replace(/T00:00:00(?:\.0+)?Z?$/, '') };
  if (type !== 'n' || !NUMBER.test(said)) return { text: said };
  const number = plainNumber(said);
  if (form === 'day') return { text: dayText(Number(said) + (is1904 ? FROM_1904 : 0)) ?? number };
  return { text: form === 'percent' ? `${movedPoint(number, 2)}%` : number };
}

const UNKNOWN = 'is a formula without its value; open the workbook and save it';

/** Signs that XML has not are written by their numbers. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Whole numbers keep all their digits, others as many as a spreadsheet shows: 2.2999999999999998
 * was typed as 2.3.
 */
function plainNumber(said: string): string {
  if (WHOLE.test(said)) return said;
  const value = Number(said);
  if (!Number.isFinite(value)) return said;
  const [mantissa = '0', exponent = '0'] = value.toExponential(DIGITS - 1).split('e');
  return movedPoint(mantissa, Number(exponent));
}

/** A decimal whose point is moved to the right, without zeros that say nothing. */
function movedPoint(decimal: string, by: number): string {
  const sign = decimal.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = decimal.slice(sign.length).split('.');
  const point = whole.length + by;
  const digits = (whole + fraction).padStart(
    whole.length + fraction.length + Math.max(0, -point),
    '0',
  );
  const at = Math.max(point, 0);
  const padded = digits.padEnd(at, '0');
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const behind = padded.slice(at).replace(/0+$/, '');
  const text = behind === '' ? before : `${before}.${behind}`;
  return text === '0' ? text : sign + text;
}

/** The day and the time that a serial number stands for; null where there is none. */
function dayText(serial: number): string | null {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  const day = Math.floor(seconds / SECONDS_A_DAY);
  const rest = seconds - day * SECONDS_A_DAY;
  const parts = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60];
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  if (day === 0) return time;
  if (day < 0 || day === NEVER || day > LAST_DAY) return null;
  const date = addDays((day < NEVER ? '1899-12-31' : '1899-12-30') as LocalDate, day);
  return rest === 0 ? date : `${date}T${time}`;
}
