import {
  POINTED_BY_NAME,
  type ListField,
  type ListFieldType,
  type ListJoin,
} from '@quittance/lists';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { RecordObject } from '@quittance/metadata';
import { type Field, type FieldType, KINDS, type ReadContext } from '@quittance/fields';
import { KEPT_CHARACTERS, valueKind } from '../values/field-index.js';

const RESULT_TYPES = {
  text: 'text',
  number: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'instant',
} as const;

const RESULT_COLUMNS = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
} as const;

const ADDRESS_PARTS = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const;

/** What a list of the object may be filtered and sorted by; `rows` is the alias of its table. */
export function recordListFields(
  object: RecordObject,
  rows = 't',
): Readonly<Record<string, ListField>> {
  const fields: Record<string, ListField> = {};
  let joins = 0;
  for (const field of object.fields.values()) {
    joins += 1;
    for (const [name, listed] of entriesOf(object, field, rows, `v${joins}`)) fields[name] = listed;
  }
  return fields;
}

function entriesOf(
  object: RecordObject,
  field: Field,
  rows: string,
  alias: string,
): [string, ListField][] {
  const { name, filterable, sortable, storage, settings } = field;
  if (storage.kind === 'computed') return [[name, { sql: 'null', type: 'text', refusal: REFUSAL }]];
  if (!filterable) return [];
  if (settings.shape === 'address') return addressParts(name, storage, rows);
  const type = typeOf(field);
  if (type === undefined) return [];
  const listed: ListField = {
    sql: fieldSql(field, rows),
    type,
    ...valuesOf(field),
    ...shownBy(object, field),
    ...canonicalOf(field),
    ...(field.type === 'currency' && storage.kind === 'custom' && { keepsDigits: true }),
    ...(isBeingBuilt(field) ? { refusal: NOT_READY } : {}),
    ...(sortable && type !== 'set' ? {} : { sortable: false }),
  };
  const more =
    storage.kind === 'column' ? ofColumn(object, field, rows) : ofSideTable(field, alias);
  return [[name, { ...listed, ...more }]];
}

const REFUSAL = {
  code: 'not_stored',
  message:
    'is computed on read; a list is filtered and sorted by it where its option stored is set',
};

/** To whom a stored roll-up would tell of children they may not see. */
export const NARROWED = {
  code: 'not_stored',
  message:
    'is kept over all records; a list is filtered and sorted by it for those who may see them all',
};

const NOT_READY = {
  code: 'field_not_ready',
  message: 'is being worked out for all records; a list is filtered and sorted by it afterwards',
};

/**
 * Whether older records lack a stored formula or roll-up, or have the one of its last definition.
 * Other fields are in the documents from the first, and an index makes them no more than fast.
 */
function isBeingBuilt({ type, storage }: Field): boolean {
  const isKept = type === 'formula' || type === 'rollup';
  return isKept && storage.kind === 'custom' && storage.index !== 'ready';
}

/** What is written in many ways and kept in one; of their settings only what the reading needs. */
const IN_ONE_FORM: ReadonlySet<FieldType> = new Set(['text', 'textarea', 'email', 'phone', 'url']);

/**
 * Digits of a telephone number as they stand in one that is kept: without what sets them apart, and
 * without the zero that is dialled within a country.
 */
function digitsOf(text: string): string {
  if (!/^[\d\s()/.+-]*\d[\d\s()/.+-]*$/.test(text)) return text;
  const digits = text.replace(/[^\d+]/g, '').replace(/^00/, '+');
  return digits.replace(/^0(?=\d)/, '');
}

function canonicalOf(field: Field): Pick<ListField, 'canonical' | 'partial'> {
  const { type, settings } = field;
  if (!IN_ONE_FORM.has(type)) return {};
  const { maxLength, defaultCountry } = settings;
  const any = {
    ...field,
    settings: {
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(defaultCountry === undefined ? {} : { defaultCountry }),
    },
  };
  return {
    ...(type === 'phone' && { partial: digitsOf }),
    canonical(text) {
      const { value } = KINDS[type].read(text, any, NOWHERE) as { value?: unknown };
      return typeof value === 'string' ? value : text;
    },
  };
}

/** Texts are read alike in every record. */
const NOWHERE: ReadContext = {
  today: '2026-01-01' as LocalDate,
  timeZone: 'UTC',
  baseCurrency: 'EUR' as Currency,
  previous: null,
  valueOf: () => null,
};

function typeOf({ type, settings }: Field): ListFieldType | undefined {
  if (type === 'formula' || type === 'rollup') return RESULT_TYPES[settings.resultType ?? 'number'];
  if (type === 'picklist' && settings.options) return 'enum';
  return KINDS[type].listedAs;
}

function valuesOf({ settings: { options } }: Field): Pick<ListField, 'values'> {
  return options ? { values: options.map(({ code }) => code) } : {};
}

/** How its values are shown to a person, where they only name something. */
function shownBy(object: RecordObject, { name, type, settings }: Field): Pick<ListField, 'shows'> {
  const { options, master, target = POINTED_BY_NAME[name] } = settings;
  if (options) {
    return { shows: { choices: Object.fromEntries(options.map((o) => [o.code, o.label])) } };
  }
  if (master !== undefined) return { shows: { master } };
  // Whatever the amounts of the object are in is a currency.
  for (const { settings: other } of object.fields.values()) {
    if (other.currencyField === name) return { shows: { master: 'currency' } };
  }
  const points = type === 'lookup' || type === 'master_detail';
  if (!points || target === undefined) return {};
  const { sharedField: shared } = settings;
  return { shows: { target, ...(shared !== undefined && { shared }) } };
}

const CUSTOM_NAME = /^[a-z][a-z0-9_]*$/;

/**
 * The value in the table itself, of which `rows` is the alias; a canonical text reads as its type.
 */
export function fieldSql({ name, type, storage, settings }: Field, rows: string): string {
  if (storage.kind === 'column') return `${rows}.${storage.column}`;
  if (!CUSTOM_NAME.test(name)) throw new Error(`${name} is no name of a custom field`);
  if (type === 'multi_select') return `(${rows}.custom -> '${name}')`;
  const text = `${rows}.custom ->> '${name}'`;
  const column =
    type === 'formula' || type === 'rollup'
      ? RESULT_COLUMNS[settings.resultType ?? 'number']
      : type === 'currency'
        ? 'numeric'
        : KINDS[type].column;
  return column === 'text' || column === 'time' ? `(${text})` : `(${text})::${column}`;
}

const NEVER_NULL: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt']);

/** Amounts of standard fields are minor units beside their currency. */
function ofColumn(object: RecordObject, field: Field, rows: string): Partial<ListField> {
  const { name, type, settings, required } = field;
  const isNamed = name === object.titleField && required;
  const notNull = isNamed || NEVER_NULL.has(name) ? { notNull: true } : {};
  const currency = object.fields.get(settings.currencyField ?? '')?.storage;
  if (type !== 'currency' || currency?.kind !== 'column') return notNull;
  return { type: 'money', currency: `${rows}.${currency.column}` };
}

function addressParts(
  name: string,
  storage: Field['storage'],
  rows: string,
): [string, ListField][] {
  if (storage.kind !== 'column') return [];
  return ADDRESS_PARTS.map((part) => [
    `${name}.${part}`,
    {
      sql: `(${rows}.${storage.column} ->> '${part}')`,
      type: 'text',
      ...(part === 'country' && { shows: { master: 'country' } }),
    },
  ]);
}

/** Where the side table is complete, its index serves the field. */
function ofSideTable(field: Field, alias: string): Pick<ListField, 'join'> {
  const { storage, type } = field;
  if (storage.kind !== 'custom' || storage.index !== 'ready') return {};
  const ofField = `${alias}.field_id = '${storage.fieldId}'::uuid`;
  const isReference = type === 'lookup' || type === 'master_detail';
  const kind = isReference ? 'id' : valueKind(field);
  if (kind === undefined) return {};
  const isCut = kind === 'text' && (type === 'formula' || type === 'rollup');
  const join: ListJoin = isReference
    ? {
        alias,
        table: 'objects.reference',
        record: 'record_id',
        on: ofField,
        sql: `${alias}.target_id`,
      }
    : {
        alias,
        table: 'objects.field_value',
        record: 'record_id',
        on: `${ofField} and ${alias}.kind = '${kind}'`,
        sql: `${alias}.${kind}_value`,
        ...(kind === 'number' ? { approximate: `${alias}.number_near` } : {}),
        ...(isCut ? { cut: KEPT_CHARACTERS } : {}),
      };
  return { join };
}
