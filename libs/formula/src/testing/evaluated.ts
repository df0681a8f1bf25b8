import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { checkFormula } from '../check-formula.js';
import { FormulaError, type FormulaErrorCode } from '../formula-error.js';
import type { FormulaChange, FormulaScope, FormulaType, FormulaValue } from '../formula-value.js';
import { parseNumber } from '../operations/numbers.js';
import { shownText } from '../operations/texts.js';

/** A value as a test writes it: numbers as text behind `#`. */
export type Given = string | boolean | null;

/** Fields by their dotted names: `[type, value]`. */
export type Fields = Readonly<Record<string, readonly [FormulaType, Given]>>;

/** Of rules, that is of changes. */
export function scopeOf(fields: Fields, computed: readonly string[] = []): FormulaScope {
  const types = new Map(Object.entries(fields).map(([name, [type]]) => [name, type]));
  return {
    field: (path) => {
      const type = types.get(path.join('.'));
      return type && { type, ...(computed.includes(path.join('.')) && { computed: true }) };
    },
    ofChange: true,
  };
}

/** The fields as they are, and what a change did to them: nothing, unless it is told. */
export function inputOf(fields: Fields, timeZone?: string, told?: Partial<FormulaChange>) {
  const values = new Map(
    Object.entries(fields).map(([name, [type, value]]): [string, FormulaValue] => [
      name,
      type === 'number' && value !== null ? (parseNumber(String(value)) ?? null) : value,
    ]),
  );
  const value = (path: readonly string[]) => values.get(path.join('.')) ?? null;
  const change: FormulaChange = { isNew: false, isChanged: () => false, prior: value, ...told };
  return {
    value,
    change,
    now: '2026-11-22T10:30:00.000Z' as Instant,
    today: '2026-11-22' as LocalDate,
    ...(timeZone && { timeZone }),
  };
}

/** What a formula comes to: numbers as their shortest decimal text. */
export function result(text: string, fields: Fields = {}, timeZone?: string): Given {
  const value = checkFormula(text, scopeOf(fields)).evaluate(inputOf(fields, timeZone));
  return typeof value === 'object' && value !== null ? shownText(value) : value;
}

export function faultOf(text: string, fields: Fields = {}): FormulaError | undefined {
  try {
    checkFormula(text, scopeOf(fields));
    return undefined;
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

export function codeOf(text: string, fields: Fields = {}): FormulaErrorCode | undefined {
  return faultOf(text, fields)?.code;
}
