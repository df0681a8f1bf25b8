import { BLANKS } from '@quittance/formula';
import { faultsOf, saysFiscalYear } from '@quittance/numbering';
import { wrong, type Fault, type FieldKind, type JsonSchema } from './field-kind.js';
import type { Field, FieldSettings } from './field.js';
import { flagReader, oneOfReader, wholeReader, wordsReader } from './setting-readers.js';

/** Longest text of a formula; the formula lib has bounds of its own. */
export const MAX_FORMULA = 4_000;
const NAME = wordsReader(80);
const RESULT_TYPES = ['text', 'number', 'boolean', 'date', 'datetime'] as const;
const FUNCTIONS = ['count', 'sum', 'min', 'max', 'average'] as const;

const RESULT_SCHEMAS: Readonly<Record<(typeof RESULT_TYPES)[number], JsonSchema>> = {
  text: { type: ['string', 'null'] },
  number: { type: ['string', 'null'], pattern: '^-?\\d+(\\.\\d+)?$' },
  boolean: { type: ['boolean', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  datetime: { type: ['string', 'null'], format: 'date-time' },
};

const computed = () => wrong('read_only', 'is computed by the system');

const resultSchema = ({ settings: { resultType = 'number' } }: Field) => ({
  ...RESULT_SCHEMAS[resultType],
  readOnly: true,
});

/** A value computed from other fields of the record. */
export const formulaKind: FieldKind = {
  type: 'formula',
  column: 'text',
  settings: {
    formula: wordsReader(MAX_FORMULA),
    resultType: oneOfReader(RESULT_TYPES),
    blankAs: oneOfReader(BLANKS),
    stored: flagReader,
  },
  needed: ['formula'],
  read: computed,
  schema: resultSchema,
};

function rollupFaults({ function: name, of }: FieldSettings): Fault[] {
  if (name === 'count' && of !== undefined) {
    return [{ inside: '/of', code: 'conflict', message: 'is not used by a count' }];
  }
  if (name !== undefined && name !== 'count' && of === undefined) {
    return [{ inside: '/of', code: 'required', message: `is what ${name} is taken of` }];
  }
  return [];
}

/** A value computed from the records that point at this one. */
export const rollupKind: FieldKind = {
  type: 'rollup',
  column: 'text',
  settings: {
    child: NAME,
    childField: NAME,
    function: oneOfReader(FUNCTIONS),
    of: NAME,
    // The tree is checked against the fields of the child, by whoever knows them.
    filter: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { value }
        : wrong('type', 'must be a filter'),
    stored: flagReader,
  },
  needed: ['child', 'childField', 'function'],
  check: rollupFaults,
  read: computed,
  schema: (field) => ({ ...resultSchema(field) }),
};

const MAX_START = 999_999_999_999;

function formatFaults({ format, start = 1 }: FieldSettings): Fault[] {
  if (format === undefined) return [];
  const rules = { format, reset: 'never', start: BigInt(start), increment: 1n } as const;
  if (saysFiscalYear(format)) {
    const message = 'has a token of the fiscal year, which numbers of documents alone may have';
    return [{ inside: '/format', code: 'format', message }];
  }
  return faultsOf(rules).map(({ member, message }) => ({
    inside: `/${member}`,
    code: 'format',
    message,
  }));
}

/** A number without gaps, given when the record is made. */
export const autoNumberKind: FieldKind = {
  type: 'auto_number',
  column: 'text',
  listedAs: 'text',
  settings: { format: wordsReader(60), start: wholeReader(0, MAX_START) },
  needed: ['format'],
  check: formatFaults,
  read: computed,
  schema: () => ({ type: 'string', readOnly: true }),
};
