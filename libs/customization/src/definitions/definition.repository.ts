import { rowSet, sql, violates, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { FieldId } from '@quittance/fields';
import type { FieldDefinition, ObjectDefinition } from './definition.js';
import { fieldNameTaken, objectNameTaken } from './definitions.errors.js';
import { FieldEntity } from './field.entity.js';
import { ObjectEntity } from './object.entity.js';

const FIELD = rowSet(FieldEntity).select('f');
const OBJECT = rowSet(ObjectEntity).select('o');

/** By field_name_key. */
const FIND_FIELD = sql(`
  select ${FIELD} from customization.field f
  where f.company_id = $1 and f.object = $2 and f.name = $3 for update`);
/** By primary key. */
const FIND_FIELD_BY_ID = sql(`
  select ${FIELD} from customization.field f where f.company_id = $1 and f.id = $2 for update`);
const LIST_FIELDS = sql(`
  select ${FIELD} from customization.field f
  where f.company_id = $1 and f.deleted_at is null order by f.object, f.position, f.id`);
/** By object_name_key. */
const FIND_OBJECT = sql(`
  select ${OBJECT} from customization.object o where o.company_id = $1 and o.name = $2 for update`);
/** By primary key. */
const FIND_OBJECT_BY_ID = sql(`
  select ${OBJECT} from customization.object o where o.company_id = $1 and o.id = $2 for update`);
const LIST_OBJECTS = sql(`
  select ${OBJECT} from customization.object o
  where o.company_id = $1 and o.deleted_at is null order by o.name`);
const PLACE = sql(`
  update customization.field f set position = p.place - 1
  from unnest($2::uuid[]) with ordinality as p (id, place)
  where f.company_id = $1 and f.id = p.id and f.position <> p.place - 1`);

/** Every field that is defined and not deleted, by object and position. */
export function allFields(tx: Tx): Promise<FieldDefinition[]> {
  return tx.rows<FieldDefinition>(LIST_FIELDS, [tx.ctx.companyId]);
}

/** Every object that is defined and not deleted, by name. */
export function allObjects(tx: Tx): Promise<ObjectDefinition[]> {
  return tx.rows<ObjectDefinition>(LIST_OBJECTS, [tx.ctx.companyId]);
}

/** The definition of this name, locked, a deleted one too. */
export function findField(tx: Tx, object: string, name: string) {
  return tx.maybe<FieldDefinition>(FIND_FIELD, [tx.ctx.companyId, object, name]);
}

export function findFieldById(tx: Tx, id: string) {
  return tx.maybe<FieldDefinition>(FIND_FIELD_BY_ID, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function lockField(tx: Tx, object: string, name: string): Promise<FieldDefinition> {
  const found = await findField(tx, object, name);
  if (!found || found.deletedAt !== null) throw notFound({ object: 'custom field' });
  return found;
}

export function findObject(tx: Tx, name: string) {
  return tx.maybe<ObjectDefinition>(FIND_OBJECT, [tx.ctx.companyId, name]);
}

export function findObjectById(tx: Tx, id: string) {
  return tx.maybe<ObjectDefinition>(FIND_OBJECT_BY_ID, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function lockObject(tx: Tx, name: string): Promise<ObjectDefinition> {
  const found = await findObject(tx, name);
  if (!found || found.deletedAt !== null) throw notFound({ object: 'custom object' });
  return found;
}

/** @throws DomainError field_name_taken */
export async function insertField(tx: Tx, field: FieldDefinition): Promise<void> {
  try {
    await tx.insert(FieldEntity, { ...field, companyId: tx.ctx.companyId });
  } catch (error) {
    if (!violates(error, 'field_name_key')) throw error;
    throw fieldNameTaken({ object: field.object, name: field.name });
  }
}

export async function storeField(tx: Tx, { id, ...field }: FieldDefinition): Promise<void> {
  await tx.update(FieldEntity, { id }, field);
}

/** @throws DomainError object_name_taken */
export async function insertObject(tx: Tx, object: ObjectDefinition): Promise<void> {
  try {
    await tx.insert(ObjectEntity, { ...object, companyId: tx.ctx.companyId });
  } catch (error) {
    if (!violates(error, 'object_name_key')) throw error;
    throw objectNameTaken({ name: object.name });
  }
}

export async function storeObject(tx: Tx, { id, ...object }: ObjectDefinition): Promise<void> {
  await tx.update(ObjectEntity, { id }, object);
}

/** Puts fields of one object in this order. */
export async function placeFields(tx: Tx, ids: readonly FieldId[]): Promise<void> {
  await tx.run(PLACE, [tx.ctx.companyId, ids]);
}
