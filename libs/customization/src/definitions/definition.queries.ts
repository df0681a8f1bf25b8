import { Injectable } from '@nestjs/common';
import { Database, rowSet, sql, type Tx } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  CompanyModels,
  type CompanyModel,
  type CompanyObject,
  objectOf,
} from '@quittance/metadata';
import { fieldIndexes } from '@quittance/objects';
import { progressOf } from './defined-metadata.js';
import {
  CUSTOM_NAME,
  customFieldView,
  standardFieldView,
  type FieldDefinition,
  type FieldView,
  type IndexProgress,
  type ObjectDefinition,
  type ObjectView,
} from './definition.js';
import { allFields, allObjects } from './definition.repository.js';
import { FieldEntity } from './field.entity.js';

/** By field_name_key. */
const READ_FIELD = sql(`
  select ${rowSet(FieldEntity).select('f')} from customization.field f
  where f.company_id = $1 and f.object = $2 and f.name = $3 and f.deleted_at is null`);

/** A field that is not locked. @throws DomainError not_found */
export async function readField(tx: Tx, object: string, name: string): Promise<FieldDefinition> {
  const found = await tx.maybe<FieldDefinition>(READ_FIELD, [tx.ctx.companyId, object, name]);
  if (!found) throw notFound({ object: 'custom field' });
  return found;
}

/** How far the index of a field has come. */
export async function indexOf(tx: Tx, field: FieldDefinition): Promise<IndexProgress> {
  return progressOf(await fieldIndexes.read(tx))(field);
}

/** The fields of an object as the API shows them, in their order, standard and custom. */
export async function listFields(
  tx: Tx,
  model: CompanyModel,
  objectName: string,
): Promise<FieldView[]> {
  const object = objectOf(model, objectName);
  const [definitions, indexes] = await Promise.all([allFields(tx), fieldIndexes.read(tx)]);
  const progress = progressOf(indexes);
  const customs = definitions
    .filter((each) => each.object === objectName)
    .map((each) => customFieldView(each, progress(each)));
  const standard = [...object.fields.values()].filter(({ name }) => !CUSTOM_NAME.test(name));
  return [...standard.map((field) => standardFieldView(objectName, field)), ...customs];
}

export function objectView(object: CompanyObject, definition: ObjectDefinition | null): ObjectView {
  const { name, label, pluralLabel, custom, customizable, owned, path, resource } = object;
  const customFields = [...object.fields.keys()].filter((each) => CUSTOM_NAME.test(each)).length;
  return {
    id: definition?.id ?? null,
    version: definition?.version ?? null,
    name,
    label,
    pluralLabel,
    nameLabel: definition?.nameLabel ?? null,
    description: definition?.description ?? null,
    custom,
    customizable,
    owned,
    path,
    resource,
    titleField: object.titleField,
    customFields,
    createdAt: definition?.createdAt ?? null,
    updatedAt: definition?.updatedAt ?? null,
  };
}

/**
 * What is hidden from somebody is no field for them. Who customizes sees what there is, as a name
 * that is taken and a formula that hangs on it say so anyway: definitions are of the object, and
 * hold no value of a record.
 */
function shownFields(
  { permissions }: Ctx,
  { resource }: CompanyObject,
  fields: FieldView[],
): FieldView[] {
  const hidden = permissions.fields?.(resource)?.hidden;
  if (!hidden?.size || permissions.granted('customization')) return fields;
  return fields.filter(({ name }) => !hidden.has(name));
}

/** Reads what objects and fields a company has. Everybody who is signed in may. */
@Injectable()
export class Definitions {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** Built-in objects first, then custom ones by name. */
  async objects(ctx: Ctx): Promise<ObjectView[]> {
    return this.db.read(ctx, async (tx) => {
      const [model, definitions] = await Promise.all([this.models.of(tx), allObjects(tx)]);
      const byName = new Map(definitions.map((each) => [each.name, each]));
      return [...model.objects.values()].map((each) =>
        objectView(each, byName.get(each.name) ?? null),
      );
    });
  }

  /** @throws DomainError not_found */
  async object(ctx: Ctx, name: string): Promise<ObjectView> {
    const found = (await this.objects(ctx)).find((each) => each.name === name);
    if (!found) throw notFound({ object: 'object' });
    return found;
  }

  /** Those that whoever asks is shown, and all to who customizes. @throws DomainError not_found */
  async fields(ctx: Ctx, object: string): Promise<FieldView[]> {
    return this.db.read(ctx, async (tx) => {
      const model = await this.models.of(tx);
      return shownFields(ctx, objectOf(model, object), await listFields(tx, model, object));
    });
  }

  /** @throws DomainError not_found */
  async field(ctx: Ctx, object: string, name: string): Promise<FieldView> {
    const found = (await this.fields(ctx, object)).find((each) => each.name === name);
    if (!found) throw notFound({ object: 'field' });
    return found;
  }
}
