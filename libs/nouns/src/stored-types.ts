import type { ListFieldType } from '@quittance/lists';
import type { FieldType } from '@quittance/fields';

/** The type of the column that holds a field, and to which what is bound is cast. */
export const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  text: 'text',
  textarea: 'text',
  rich_text: 'text',
  integer: 'bigint',
  number: 'numeric',
  currency: 'bigint',
  percent: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  time: 'time',
  email: 'text',
  phone: 'text',
  url: 'text',
  picklist: 'text',
  multi_select: 'jsonb',
  lookup: 'uuid',
  master_detail: 'uuid',
  formula: 'text',
  rollup: 'text',
  auto_number: 'text',
  file: 'jsonb',
  json: 'jsonb',
};

/** How a list filters and sorts by a field; types that are not here it does neither by. */
export const LIST_TYPES: Readonly<Partial<Record<FieldType, ListFieldType>>> = {
  text: 'text',
  textarea: 'text',
  rich_text: 'text',
  integer: 'integer',
  number: 'decimal',
  currency: 'decimal',
  percent: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'instant',
  time: 'time',
  email: 'text',
  phone: 'text',
  url: 'text',
  picklist: 'text',
  multi_select: 'set',
  lookup: 'id',
  master_detail: 'id',
  auto_number: 'text',
};
