import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  TextField,
  TextsField,
  ValueField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  type FieldId,
  type FieldSettings,
  type FieldType,
  type FieldValue,
  type Portal,
  type PortalAccess,
  fieldTypes,
} from '@quittance/fields';
import type { FieldPatch, FieldView, IndexProgress, NewField } from '@quittance/customization/host';

const NAME = {
  max: 63,
  description: 'API name: lower-case letters, digits and `_`, ending with `__c`. Never changes.',
  example: 'region__c',
};
const LABEL = { max: 100, example: 'Region' };
const HELP = { max: 500, min: 0 };
const GROUP = { max: 100, description: 'Fields of a group stand together.' };
const SETTINGS = {
  description:
    'Settings of the type: lengths, bounds, options, target, formula … Unknown ones are refused.',
};
const REQUIRED_WHEN = {
  max: 4000,
  description: 'A formula over the record: a value is required where it is true.',
};
const DEFAULT = { description: 'A value of the field; of a date also `today` or `today+7d`.' };
const PORTALS = {
  description: '`none`, `read` or `write` for each of `customer`, `partner`, `vendor`.',
};
const UNIQUE = { description: 'No two records have the same value.' };
const INDEXED = { description: 'Lists are filtered and sorted by it with an index.' };
const SEARCHED = { description: 'Looked into by `search=`.' };
const PERSONAL = { description: 'Personal data: masked in exports without the right.' };
const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;

export class UpdateFieldDto implements FieldPatch {
  @TextField({ ...LABEL, ...optional }) label?: string;
  @TextField({ ...HELP, ...clearable }) help?: string | null;
  @TextField({ ...GROUP, ...clearable }) group?: string | null;
  @JsonField({ ...SETTINGS, ...optional }) settings?: Record<string, unknown>;
  @BooleanField(optional) required?: boolean;
  @TextField({ ...REQUIRED_WHEN, ...clearable }) requiredWhen?: string | null;
  @ValueField({ ...DEFAULT, ...clearable }) default?: unknown;
  @BooleanField({ ...UNIQUE, ...optional }) unique?: boolean;
  @BooleanField({ ...INDEXED, ...optional }) indexed?: boolean;
  @BooleanField({ ...SEARCHED, ...optional }) searched?: boolean;
  @BooleanField({ ...PERSONAL, ...optional }) personal?: boolean;
  @JsonField({ ...PORTALS, ...clearable }) portals?: Partial<Record<Portal, PortalAccess>> | null;
}

export class CreateFieldDto extends UpdateFieldDto implements NewField {
  @TextField(NAME) name: string;
  @EnumField(fieldTypes.all, { description: 'Never changes.' }) type: FieldType;
  @TextField(LABEL) declare label: string;
}

export class ReorderFieldsDto {
  @TextsField({
    max: 63,
    minItems: 1,
    maxItems: 200,
    description: 'API names of custom fields in their order; the others follow as they were.',
  })
  fields: string[];
}

export class FieldDto implements FieldView {
  @IdField({ ...nullable, description: 'Null for a standard field.' }) id: FieldId | null;
  @IntegerField(nullable) version: number | null;
  @TextField({ max: 100, description: 'API name of the object.' }) object: string;
  @TextField({ max: 63 }) name: string;
  @BooleanField() custom: boolean;
  @TextField(LABEL) label: string;
  @TextField({ ...HELP, ...nullable }) help: string | null;
  @TextField({ ...GROUP, ...nullable }) group: string | null;
  @EnumField(fieldTypes.all) type: FieldType;
  @JsonField(SETTINGS) settings: FieldSettings;
  @BooleanField() required: boolean;
  @TextField({ ...REQUIRED_WHEN, ...nullable }) requiredWhen: string | null;
  @ValueField({ ...DEFAULT, ...nullable }) default: FieldValue;
  @BooleanField(UNIQUE) unique: boolean;
  @BooleanField(INDEXED) indexed: boolean;
  @EnumField(['none', 'building', 'ready', 'failed'], {
    description: 'How far its index has come.',
  })
  index: IndexProgress;
  @BooleanField(SEARCHED) searched: boolean;
  @BooleanField() filterable: boolean;
  @BooleanField() sortable: boolean;
  @BooleanField() readOnly: boolean;
  @BooleanField(PERSONAL) personal: boolean;
  @JsonField(PORTALS) portals: Record<Portal, PortalAccess>;
  @InstantField(nullable) createdAt: Instant | null;
  @InstantField(nullable) updatedAt: Instant | null;
}
