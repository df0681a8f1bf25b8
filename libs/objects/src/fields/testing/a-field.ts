import { asId, type LocalDate } from '@quittance/kernel';
import type { RecordObject } from '../../catalogue/object.js';
import type { Field, FieldSettings, FieldType } from '../field.js';
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

/** An object of these fields for tests. */
export function anObject(...fields: readonly Field[]): RecordObject {
  return {
    name: 'project__c',
    label: 'Project',
    pluralLabel: 'Projects',
    path: '/objects/project__c',
    resource: 'objects/project__c',
    table: { name: 'objects.custom_record', softDelete: true, objectId: null },
    custom: true,
    customizable: true,
    fields: new Map(fields.map((field) => [field.name, field])),
    titleField: 'name',
    owned: true,
    defaultSort: '-createdAt',
    naturalKey: null,
    hooks: {},
  };
}

export const TODAY = '2026-11-22' as LocalDate;

export const CONTEXT: ReadContext = {
  today: TODAY,
  timeZone: 'Asia/Kolkata',
  baseCurrency: 'EUR',
  previous: null,
  valueOf: () => null,
};
