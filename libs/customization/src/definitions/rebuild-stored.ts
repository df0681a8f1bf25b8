import type { Tx } from '@quittance/database';
import { type CompanyModel, type CompanyObject, formulaGraph } from '@quittance/metadata';
import { fieldIndexes } from '@quittance/objects';
import type { Field } from '@quittance/fields';
import type { FieldDefinition } from './definition.js';

interface StoredField {
  readonly object: CompanyObject;
  readonly field: Field;
}

/** The stored formulas and roll-ups that are made of a field, directly or by way of others. */
export function storedOf(
  model: CompanyModel,
  object: string,
  field: string,
): readonly StoredField[] {
  const computed = [...model.objects.values()].flatMap((of) =>
    [...of.fields.values()]
      .filter(({ type }) => type === 'formula' || type === 'rollup')
      .map((each) => ({ object: of, field: each, uses: new Set(formulaGraph.ofField(of, each)) })),
  );
  const changed = new Set([`${object}.${field}`]);
  const found = new Set<StoredField>();
  for (const name of changed) {
    for (const each of computed) {
      if (!each.uses.has(name)) continue;
      changed.add(`${each.object.name}.${each.field.name}`);
      if (each.field.settings.stored === true) found.add(each);
    }
  }
  return [...found];
}

/**
 * Lets the worker compute anew what is stored of a field and of others that are made of it: their
 * definition is another one now, and no record has changed. Until then lists are not asked by it.
 */
export async function rebuildStored(
  tx: Tx,
  model: CompanyModel,
  changed: FieldDefinition,
): Promise<void> {
  for (const { object, field } of storedOf(model, changed.object, changed.name)) {
    const { storage, name, type, settings, unique } = field;
    if (storage.kind !== 'custom' || name === changed.name) continue;
    const { fieldId: id } = storage;
    await rebuild(tx, object.name, { id, name, type, settings, unique, indexed: true });
  }
}

/** Begins the index of a field from its start. */
export async function rebuild(
  tx: Tx,
  object: string,
  field: Pick<FieldDefinition, 'id' | 'name' | 'type' | 'settings' | 'unique' | 'indexed'>,
): Promise<void> {
  await fieldIndexes.keep(tx, object, field.id, null);
  await fieldIndexes.keep(tx, object, field.id, field);
}
