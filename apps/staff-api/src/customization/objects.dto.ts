import { BooleanField, IdField, InstantField, IntegerField, TextField } from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { NewObject, ObjectPatch, ObjectView } from '@quittance/customization/host';
import type { ObjectId } from '@quittance/metadata';

const NAME = {
  max: 63,
  description: 'API name: lower-case letters, digits and `_`, ending with `__c`. Never changes.',
  example: 'project__c',
};
const LABEL = { max: 100, example: 'Project' };
const PLURAL = { max: 100, example: 'Projects' };
const NAME_LABEL = { max: 100, description: 'Label of its field `name`; `Name` by default.' };
const DESCRIPTION = { max: 1000, min: 0 };
const OWNED = {
  description: 'Its records have owners, so that a role may reach its own or its team’s only.',
};
const optional = { optional: true } as const;
const nullable = { nullable: true } as const;

export class UpdateObjectDto implements ObjectPatch {
  @TextField({ ...LABEL, ...optional }) label?: string;
  @TextField({ ...PLURAL, ...optional }) pluralLabel?: string;
  @TextField({ ...NAME_LABEL, ...optional }) nameLabel?: string;
  @TextField({ ...DESCRIPTION, ...optional, ...nullable }) description?: string | null;
  @BooleanField({ ...OWNED, ...optional }) owned?: boolean;
}

export class CreateObjectDto extends UpdateObjectDto implements NewObject {
  @TextField(NAME) name: string;
  @TextField(LABEL) declare label: string;
  @TextField(PLURAL) declare pluralLabel: string;
}

export class ObjectDto implements ObjectView {
  @IdField({ ...nullable, description: 'Null for a built-in object.' }) id: ObjectId | null;
  @IntegerField(nullable) version: number | null;
  @TextField({ max: 100 }) name: string;
  @TextField(LABEL) label: string;
  @TextField(PLURAL) pluralLabel: string;
  @TextField({ ...NAME_LABEL, ...nullable }) nameLabel: string | null;
  @TextField({ ...DESCRIPTION, ...nullable }) description: string | null;
  @BooleanField() custom: boolean;
  @BooleanField({ description: 'Custom fields may be added.' }) customizable: boolean;
  @BooleanField(OWNED) owned: boolean;
  @TextField({ max: 100, description: 'Where its records are served.' }) path: string;
  @TextField({ max: 100, description: 'Its row of the role matrix.' }) resource: string;
  @TextField({ max: 100, description: 'The field that names a record.' }) titleField: string;
  @IntegerField({ description: 'How many custom fields it has.' }) customFields: number;
  @InstantField(nullable) createdAt: Instant | null;
  @InstantField(nullable) updatedAt: Instant | null;
}
