import {
  parseNumber as formulaNumber,
  isNumber as isFormulaNumber,
  type FormulaField,
  type FormulaScope,
  type FormulaType,
  type FormulaValue,
} from '@quittance/formula';
import { formatDecimal, trimDecimal } from '@quittance/money';
import type { RecordObject } from '../catalogue/object.js';
import type { Field, FieldSettings, FieldType, FieldValue } from '@quittance/fields';
import { targetOf } from './reached-object.js';

type ResultType = NonNullable<FieldSettings['resultType']>;

/** What a value of each type is in a formula; types without an entry cannot be named there. */
const FORMULA_TYPES: Readonly<Partial<Record<FieldType, FormulaType>>> = {
  text: 'text',
  textarea: 'text',
  rich_text: 'text',
  integer: 'number',
  number: 'number',
  currency: 'number',
  percent: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  email: 'text',
  phone: 'text',
  url: 'text',
  picklist: 'text',
  multi_select: 'text',
  lookup: 'text',
  master_detail: 'text',
  auto_number: 'text',
};

/** The type of a field in formulas; undefined when none can name it. */
export function formulaType({ type, settings }: Pick<Field, 'type' | 'settings'>) {
  if (type === 'formula' || type === 'rollup') return settings.resultType ?? 'number';
  return FORMULA_TYPES[type];
}

/** The result type that a definition keeps for what a formula comes to. */
export function resultTypeOf(type: FormulaType): ResultType {
  return type === 'any-null' || type === 'time' ? 'text' : type;
}

/**
 * A value of a record as formulas know it; the codes of a multi-select stand between semicolons.
 */
export function toFormula(field: Field, value: FieldValue | undefined): FormulaValue {
  if (value === null || value === undefined) return null;
  const type = formulaType(field);
  if (type === 'number') return formulaNumber(String(value)) ?? null;
  if (Array.isArray(value)) return codesOf(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const joined = new WeakMap<readonly unknown[], string>();

/** Made once for a value, however often a formula names the field. */
function codesOf(codes: readonly unknown[]): string {
  let text = joined.get(codes);
  if (text === undefined) {
    text = codes.join(';');
    joined.set(codes, text);
  }
  return text;
}

/** A result as records show it: decimals are text. */
export function fromFormula(value: FormulaValue): FieldValue {
  return isFormulaNumber(value) ? trimDecimal(formatDecimal(value)) : value;
}

/** The lookup that the first of two names means: the field itself, or `accountId` for `account`. */
export function lookupOf(object: RecordObject, name: string): Field | undefined {
  const field = object.fields.get(name) ?? object.fields.get(`${name}Id`);
  return field?.type === 'lookup' || field?.type === 'master_detail' ? field : undefined;
}

/** The objects that formulas may reach. */
export type ObjectsByName = ReadonlyMap<string, RecordObject>;

/**
 * What formulas over an object may name: its fields, and through one lookup those fields of the
 * other object that are stored; of a user, name and e-mail address. What is computed there on read
 * would be a hop farther than one.
 */
export function formulaScope(object: RecordObject, objects: ObjectsByName): FormulaScope {
  return {
    field([first = '', second, ...more]) {
      if (more.length > 0) return undefined;
      if (second === undefined) return typed(object.fields.get(first));
      const lookup = lookupOf(object, first);
      const via = lookup && targetOf(objects, lookup);
      const field = via?.fields.get(second);
      if (!via || field?.storage.kind === 'computed') return undefined;
      const found = typed(field);
      return found && { ...found, via: via.name };
    },
  };
}

function typed(field: Field | undefined): FormulaField | undefined {
  const type = field && formulaType(field);
  if (!type) return undefined;
  return field.type === 'formula' || field.type === 'rollup' ? { type, computed: true } : { type };
}

/** What fields and their values are in formulas, and what comes back. */
export const inFormula = {
  scope: formulaScope,
  type: formulaType,
  value: toFormula,
  resultType: resultTypeOf,
  result: fromFormula,
} as const;
