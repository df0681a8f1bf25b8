import type { ConfigurationStore, ConfigurationState } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import type { FieldDefinition, ObjectDefinition } from './definition.js';
import { findFieldById, findObjectById, insertObject } from './definition.repository.js';
import { objectNameTaken } from './definitions.errors.js';
import { dropField } from './field-changes.js';
import { FIELD_KIND, OBJECT_KIND, definitionState } from './log-definition.js';
import { dropObject, redefineObject, requireTargets, reviveObject } from './object-changes.js';
import { restoreField } from './restore-field.js';

/** Puts custom fields back into a state they had. */
export function fieldStore(models: CompanyModels): ConfigurationStore {
  return {
    kind: FIELD_KIND,
    async read(tx, subjectId) {
      return definitionState((await findFieldById(tx, subjectId)) ?? null);
    },
    async restore(tx, subjectId, state) {
      if (state !== null) {
        await restoreField(tx, await models.of(tx), state as unknown as FieldDefinition);
        return;
      }
      const before = await findFieldById(tx, subjectId);
      if (before?.deletedAt === null) await dropField(tx, await models.of(tx), before);
    },
  };
}

/** Puts custom objects back into a state they had, with the fields they have. */
export function objectStore(models: CompanyModels): ConfigurationStore {
  return {
    kind: OBJECT_KIND,
    async read(tx, subjectId) {
      return definitionState((await findObjectById(tx, subjectId)) ?? null);
    },
    async restore(tx, subjectId, state) {
      const before = await findObjectById(tx, subjectId);
      if (state !== null) await restoreObject(tx, models, before, state);
      else if (before?.deletedAt === null) await dropObject(tx, await models.of(tx), before);
    },
  };
}

async function restoreObject(
  tx: Tx,
  models: CompanyModels,
  before: ObjectDefinition | undefined,
  state: ConfigurationState,
): Promise<void> {
  const wanted = state as unknown as ObjectDefinition;
  const { label, pluralLabel, nameLabel, description, owned, name } = wanted;
  if (!before) {
    if ((await models.of(tx)).objects.has(name)) throw objectNameTaken({ name });
    const { now } = tx.ctx;
    await insertObject(tx, {
      ...wanted,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    return;
  }
  if (before.name !== name) throw notFound({ object: 'custom object' });
  const patch = { label, pluralLabel, nameLabel, description, owned };
  const after = await redefineObject(tx, before, patch);
  if (before.deletedAt === null) return;
  await reviveObject(tx, after);
  await requireTargets(tx, await models.of(tx), name);
}
