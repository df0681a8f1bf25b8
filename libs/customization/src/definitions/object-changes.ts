import { rightBeyondOwn } from '@quittance/access';
import type { Tx } from '@quittance/database';
import { invalidFields, newId, type Permissions } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import { fieldIndexes } from '@quittance/objects';
import { CUSTOM_NAME, MAX_OBJECTS, type ObjectDefinition } from './definition.js';
import { allFields, insertObject, storeObject } from './definition.repository.js';
import { objectLimitReached, objectNameTaken, objectReferenced } from './definitions.errors.js';
import { definitionRefusal } from './field-changes.js';
import { Faults, checkWords } from './checks/field-input.js';
import { isSameDefinition } from './log-definition.js';
import { pointingAt } from './checks/value-usage.js';

export interface ObjectPatch {
  readonly label?: string;
  readonly pluralLabel?: string;
  /** Label of the field `name`. */
  readonly nameLabel?: string;
  readonly description?: string | null;
  readonly owned?: boolean;
}

export interface NewObject extends ObjectPatch {
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
}

function checkObject(given: ObjectPatch, faults: Faults): void {
  checkWords(faults, '/label', given.label, 100);
  checkWords(faults, '/pluralLabel', given.pluralLabel, 100);
  checkWords(faults, '/nameLabel', given.nameLabel, 100);
  checkWords(faults, '/description', given.description, 1_000, false);
}

/**
 * Checks a new object and stores it. `bumpMetadata` came first; log and revision are the caller's
 * work.
 * @throws DomainError validation_failed, object_name_taken, object_limit_reached
 */
export async function defineNewObject(
  tx: Tx,
  model: CompanyModel,
  input: NewObject,
): Promise<ObjectDefinition> {
  const faults = new Faults();
  if (!CUSTOM_NAME.test(input.name)) {
    const message = 'must be lower-case letters, digits and _, begin with a letter, end with __c';
    faults.add('/name', 'format', message);
  }
  checkObject(input, faults);
  if (faults.any) throw definitionRefusal(faults);
  const { name } = input;
  if (model.objects.has(name) || model.targets.has(name)) throw objectNameTaken({ name });
  const customs = [...model.objects.values()].filter(({ custom }) => custom).length;
  if (customs >= MAX_OBJECTS) throw objectLimitReached({ most: MAX_OBJECTS });
  const { now } = tx.ctx;
  const { label, pluralLabel, nameLabel = 'Name', description = null, owned = true } = input;
  const definition: ObjectDefinition = {
    id: newId<'object'>(),
    version: 1,
    name,
    label,
    pluralLabel,
    nameLabel,
    description,
    owned,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await insertObject(tx, definition);
  return definition;
}

/**
 * Records of an object without owners are for whoever has its right: nobody frees themselves of a
 * scope by that. @throws DomainError right_beyond_own
 */
function requireScope(author: Permissions, name: string): void {
  if (author.all) return;
  const resource = `objects/${name}`;
  const action = ['view', 'update', 'delete'].find(
    (each) => author.can(resource, each) && author.scope(resource, each) !== 'all',
  );
  if (action === undefined) return;
  throw rightBeyondOwn({ what: `the scope all of ${resource}`, resource, action });
}

/**
 * A patch that changes nothing leaves the object in its version.
 * @throws DomainError validation_failed, right_beyond_own
 */
export async function redefineObject(
  tx: Tx,
  before: ObjectDefinition,
  patch: ObjectPatch,
): Promise<ObjectDefinition> {
  const faults = new Faults();
  checkObject(patch, faults);
  if (faults.any) throw definitionRefusal(faults);
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const after: ObjectDefinition = {
    ...before,
    ...(Object.fromEntries(sent) as Partial<ObjectDefinition>),
    version: before.version + 1,
    updatedAt: tx.ctx.now,
  };
  if (before.deletedAt === null && isSameDefinition(before, after)) return before;
  if (before.owned && !after.owned) requireScope(tx.ctx.permissions, before.name);
  await storeObject(tx, after);
  return after;
}

/**
 * Takes an object away; its definition, its fields and its records stay where nobody reaches them.
 * @throws DomainError object_referenced while fields of other objects point at it
 */
export async function dropObject(
  tx: Tx,
  model: CompanyModel,
  before: ObjectDefinition,
): Promise<ObjectDefinition> {
  const pointing = pointingAt(model, before.name);
  if (pointing.length > 0) {
    const fields = pointing.slice(0, 10).join(', ');
    throw objectReferenced({ object: before.name, fields });
  }
  const { now } = tx.ctx;
  const after = { ...before, version: before.version + 1, updatedAt: now, deletedAt: now };
  await storeObject(tx, after);
  for (const { id, object } of await allFields(tx)) {
    if (object === before.name) await fieldIndexes.keep(tx, object, id, null);
  }
  return after;
}

/** Brings back what `dropObject` took away. */
export async function reviveObject(tx: Tx, definition: ObjectDefinition): Promise<void> {
  await storeObject(tx, { ...definition, deletedAt: null });
  for (const field of await allFields(tx)) {
    if (field.object === definition.name) {
      await fieldIndexes.keep(tx, field.object, field.id, field);
    }
  }
}

/**
 * A field of an object that was brought back may point at one that is gone for its part.
 * @throws DomainError validation_failed
 */
export async function requireTargets(tx: Tx, model: CompanyModel, name: string): Promise<void> {
  const lost = (await allFields(tx)).filter(({ object, settings: { target } }) => {
    if (object !== name || target === undefined) return false;
    return !model.objects.has(target) && !model.targets.has(target);
  });
  if (lost.length === 0) return;
  throw invalidFields(
    lost.map((field) => ({
      pointer: '',
      code: 'reference',
      message: `has the field ${field.name}, which points at ${field.settings.target}: it is gone`,
    })),
  );
}
