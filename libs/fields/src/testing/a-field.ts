import { asId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { Field, Fielded, FieldSettings, FieldType } from '../field.js';
import type { ReadContext } from '../field-kind.js';

/** A custom field for tests. */
export function aField(
  name: string,
  type: FieldType,
  settings: FieldSettings = {},
  more: Partial<Field> = {},
): Field {
  return {
    name,
    label: name,
    help: null,
    group: null,
    type,
    settings,
    storage: {
      kind: 'custom',
      fieldId: asId('01920000-0000-7000-8000-000000000001'),
      index: 'none',
    },
    required: false,
    requiredWhen: null,
    default: null,
    unique: false,
    filterable: true,
    sortable: true,
    searched: false,
    readOnly: false,
    createOnly: false,
    personal: false,
    portals: { customer: 'none', partner: 'none', vendor: 'none' },
    ...more,
  };
}

/** What has these fields, for tests. */
export function fieldsOf(...fields: readonly Field[]): Fielded {
  return { name: 'project__c', fields: new Map(fields.map((field) => [field.name, field])) };
}

export const TODAY = '2026-11-22' as LocalDate;

export const CONTEXT: ReadContext = {
  today: TODAY,
  timeZone: 'Asia/Kolkata',
  baseCurrency: 'EUR',
  previous: null,
  valueOf: () => null,
};
