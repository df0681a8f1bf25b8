import type { Instant } from '@quittance/kernel';
import type { ObjectId } from '@quittance/metadata';
import { type Field, type FieldId, type FieldType, fieldTypes } from '@quittance/fields';
import type { FieldEntity } from './field.entity.js';
import type { ObjectEntity } from './object.entity.js';

/** A custom field as it is defined. */
export type FieldDefinition = Omit<FieldEntity, 'companyId'>;
/** A custom object as it is defined. */
export type ObjectDefinition = Omit<ObjectEntity, 'companyId'>;

/** API names of what companies define. */
export const CUSTOM_NAME = /^[a-z][a-z0-9_]{0,59}__c$/;

export const MAX_FIELDS = 200;
export const MAX_FORMULAS = 25;
export const MAX_OBJECTS = 200;
export const MAX_MASTERS = 2;

/** How far the side table has come that serves filters and sorts of a field. */
export type IndexProgress = 'none' | 'building' | 'ready' | 'failed';

const UNFILTERED: ReadonlySet<FieldType> = new Set(['rich_text', 'file', 'json']);
const UNSORTED: ReadonlySet<FieldType> = new Set([
  'textarea',
  'rich_text',
  'multi_select',
  'file',
  'json',
]);

/** The field of the engine that a definition stands for. */
export function fieldOf(definition: FieldDefinition, index: IndexProgress): Field {
  const { id, name, label, help, group, type, settings, required, requiredWhen } = definition;
  const evaluated = isEvaluated(definition);
  const computed = fieldTypes.computed.has(type);
  const storage: Field['storage'] = evaluated
    ? { kind: 'computed' }
    : { kind: 'custom', fieldId: id, index: index === 'failed' ? 'none' : index };
  return {
    name,
    label,
    help,
    group,
    type,
    settings,
    storage,
    requiredWhen,
    required: required || type === 'master_detail',
    default: definition.default,
    unique: definition.unique,
    filterable: !evaluated && !UNFILTERED.has(type),
    sortable: !evaluated && !UNSORTED.has(type),
    searched: definition.searched,
    readOnly: computed,
    createOnly: false,
    personal: definition.personal,
    portals: definition.portals,
  };
}

/** Whether the value is nowhere: made when the record is read. */
export function isEvaluated({
  type,
  settings,
}: Pick<FieldDefinition, 'type' | 'settings'>): boolean {
  return (type === 'formula' || type === 'rollup') && settings.stored !== true;
}

/** A field as the API shows it, standard ones included. */
export interface FieldView {
  /** Null for a standard field, like its version and times. */
  readonly id: FieldId | null;
  readonly version: number | null;
  readonly object: string;
  readonly name: string;
  readonly custom: boolean;
  readonly label: string;
  readonly help: string | null;
  readonly group: string | null;
  readonly type: FieldType;
  readonly settings: Field['settings'];
  readonly required: boolean;
  readonly requiredWhen: string | null;
  readonly default: Field['default'];
  readonly unique: boolean;
  readonly indexed: boolean;
  readonly index: IndexProgress;
  readonly searched: boolean;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly readOnly: boolean;
  readonly personal: boolean;
  readonly portals: Field['portals'];
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}

export function customFieldView(definition: FieldDefinition, index: IndexProgress): FieldView {
  const { id, version, object, indexed, createdAt, updatedAt } = definition;
  const { storage: _, createOnly: __, ...field } = fieldOf(definition, index);
  return { ...field, id, version, object, custom: true, indexed, index, createdAt, updatedAt };
}

export function standardFieldView(object: string, field: Field): FieldView {
  const { storage: _, createOnly: __, ...rest } = field;
  return {
    ...rest,
    id: null,
    version: null,
    object,
    custom: false,
    indexed: false,
    index: 'none' as const,
    createdAt: null,
    updatedAt: null,
  };
}

/** An object as the API shows it, built-in ones included. */
export interface ObjectView {
  /** Null for a built-in object, like its version and times. */
  readonly id: ObjectId | null;
  readonly version: number | null;
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
  readonly nameLabel: string | null;
  readonly description: string | null;
  readonly custom: boolean;
  readonly customizable: boolean;
  readonly owned: boolean;
  readonly path: string;
  readonly resource: string;
  readonly titleField: string;
  /** How many custom fields it has. */
  readonly customFields: number;
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}
