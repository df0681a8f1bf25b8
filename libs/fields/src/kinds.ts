import { booleanKind, multiSelectKind, picklistKind } from './choice-kinds.js';
import { autoNumberKind, formulaKind, rollupKind } from './computed-kinds.js';
import { emailKind, phoneKind, urlKind } from './contact-kinds.js';
import { dateKind, datetimeKind, timeKind } from './date-kinds.js';
import type { FieldKind } from './field-kind.js';
import { COMPUTED_TYPES, FIELD_TYPES, type FieldType } from './field.js';
import { bodyFaults, jsonKind } from './json-kind.js';
import { currencyKind, integerKind, numberKind, percentKind } from './number-kinds.js';
import { fileFault, fileKind, lookupKind, masterDetailKind } from './relation-kinds.js';
import { richTextKind, textKind, textareaKind } from './text-kinds.js';

/** The 23 types of fields. */
export const KINDS: Readonly<Record<FieldType, FieldKind>> = {
  text: textKind,
  textarea: textareaKind,
  rich_text: richTextKind,
  integer: integerKind,
  number: numberKind,
  currency: currencyKind,
  percent: percentKind,
  boolean: booleanKind,
  date: dateKind,
  datetime: datetimeKind,
  time: timeKind,
  email: emailKind,
  phone: phoneKind,
  url: urlKind,
  picklist: picklistKind,
  multi_select: multiSelectKind,
  lookup: lookupKind,
  master_detail: masterDetailKind,
  formula: formulaKind,
  rollup: rollupKind,
  auto_number: autoNumberKind,
  file: fileKind,
  json: jsonKind,
};

/** The types whose values may be unique among the records of an object. */
export const UNIQUE_TYPES: ReadonlySet<FieldType> = new Set([
  'text',
  'integer',
  'number',
  'date',
  'datetime',
  'email',
  'phone',
  'url',
]);

/** Too long, or with parts: no side table and no list orders by them. */
export const UNINDEXED_TYPES: ReadonlySet<FieldType> = new Set([
  'textarea',
  'rich_text',
  'multi_select',
  'file',
  'json',
]);

/** The types of fields: all, and those of which something is true. */
export const fieldTypes = {
  pointing: new Set<FieldType>(['lookup', 'master_detail']) as ReadonlySet<FieldType>,
  all: FIELD_TYPES,
  computed: COMPUTED_TYPES,
  unique: UNIQUE_TYPES,
  unindexed: UNINDEXED_TYPES,
} as const;

/** What is wrong with what was sent, whatever field it is for. */
export const sentFaults = {
  body: bodyFaults,
  file: fileFault,
} as const;
