import type { RecordObject } from '../catalogue/object.js';
import type { Field } from '@quittance/fields';

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
    wordless: false,
    hooks: {},
  };
}
