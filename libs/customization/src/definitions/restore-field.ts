import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import { fieldIndexes } from '@quittance/objects';
import { checkField } from './checks/check-field.js';
import { requireSight } from './checks/require-sight.js';
import { MAX_FIELDS, CUSTOM_NAME, type FieldDefinition } from './definition.js';
import { findFieldById, insertField, storeField } from './definition.repository.js';
import { fieldLimitReached } from './definitions.errors.js';
import {
  customizable,
  fieldPlace,
  definitionRefusal,
  refuseDuplicates,
  refuseMovedCurrency,
  refuseUsedOptions,
} from './field-changes.js';
import { Faults, sentSettings } from './checks/field-input.js';
import { rebuild, rebuildStored } from './rebuild-stored.js';

/**
 * Puts a field into a state that it had, or that another company's has: checked like a change by
 * hand, against the values that records have too. Log and revision are the caller's work.
 * @throws DomainError not_found, validation_failed,
 *   option_in_use, field_currency_fixed, field_values_not_unique,
 * field_limit_reached, right_beyond_own
 */
export async function restoreField(
  tx: Tx,
  model: CompanyModel,
  state: FieldDefinition,
): Promise<FieldDefinition> {
  const object = customizable(model, state.object);
  const known = await findFieldById(tx, state.id);
  if (known && (known.type !== state.type || known.name !== state.name)) {
    throw notFound({ object: 'custom field' });
  }
  const live = known?.deletedAt === null ? known : null;
  const customs = [...object.fields.keys()].filter((name) => CUSTOM_NAME.test(name));
  if (!live && customs.length >= MAX_FIELDS) {
    throw fieldLimitReached({ object: object.name, most: MAX_FIELDS, what: 'custom fields' });
  }
  const faults = new Faults();
  const place = fieldPlace(tx, model, object, live);
  const checked = checkField(place, state, sentSettings(state.type, state.settings), faults);
  requireSight(place, checked);
  if (faults.any) throw definitionRefusal(faults);
  if (known) await refuseUsedOptions(tx, object, known, checked);
  if (known) await refuseMovedCurrency(tx, object, known, checked);
  if (checked.unique && !live?.unique) await refuseDuplicates(tx, object, checked);
  const { now } = tx.ctx;
  const version = (known?.version ?? 0) + 1;
  const createdAt = known?.createdAt ?? now;
  const after = { ...checked, version, createdAt, updatedAt: now, deletedAt: null };
  if (known) await storeField(tx, after);
  else await insertField(tx, after);
  const computed = after.type === 'formula' || after.type === 'rollup';
  if (live && (!computed || isDeepStrictEqual(live.settings, after.settings))) {
    await fieldIndexes.keep(tx, after.object, after.id, after);
    return after;
  }
  await rebuild(tx, after.object, after);
  await rebuildStored(tx, model, after);
  return after;
}
