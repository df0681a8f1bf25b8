import { companyToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { invalidFields, malformedRequest, newId, type DomainError } from '@quittance/kernel';
import { findMasterCodes, isMasterType } from '@quittance/masters';
import { isDeepStrictEqual } from 'node:util';
import type { Field, FieldSettings } from '@quittance/fields';
import { type CompanyModel, type CompanyObject, objectOf } from '@quittance/metadata';
import { fieldIndexes, rowScope } from '@quittance/objects';
import { checkField } from './checks/check-field.js';
import { requireShownField, requireSight } from './checks/require-sight.js';
import {
  type FieldPlace,
  Faults,
  readPortals,
  sentSettings,
  type FieldPatch,
  type NewField,
} from './checks/field-input.js';
import { CUSTOM_NAME, MAX_FIELDS, fieldOf, type FieldDefinition } from './definition.js';
import { insertField, storeField } from './definition.repository.js';
import {
  fieldCurrencyFixed,
  fieldLimitReached,
  fieldNameTaken,
  fieldNotUnique,
  objectNotCustomizable,
  optionInUse,
} from './definitions.errors.js';
import { isSameDefinition } from './log-definition.js';
import { rebuild, rebuildStored } from './rebuild-stored.js';
import { countOptions, countValues, findDuplicateValues } from './checks/value-usage.js';

/**
 * The object, if fields can be defined on it. @throws DomainError not_found,
 * object_not_customizable
 */
export function customizable(model: CompanyModel, name: string): CompanyObject {
  const object = objectOf(model, name);
  if (!object.customizable) throw objectNotCustomizable({ object: name });
  return object;
}

/** Settings that nobody knows are no business rule. */
export function definitionRefusal(faults: Faults): DomainError {
  const { errors } = faults;
  if (!errors.some(({ code }) => code === 'unknown_field')) return invalidFields(errors);
  return malformedRequest({ reason: 'The body has members that are not known.' }, { errors });
}

/** What a definition of the object is checked against. */
export function fieldPlace(
  { ctx }: Tx,
  model: CompanyModel,
  object: CompanyObject,
  before: FieldDefinition | null,
): FieldPlace {
  const today = companyToday(model.terms, ctx.now);
  return { model, object, before, today, author: ctx.permissions };
}

/**
 * Checks a new field and stores it behind the others of its object. `bumpMetadata` came first; log
 * and revision are the caller's work.
 * @throws DomainError not_found, object_not_customizable, validation_failed, malformed_request,
 * field_name_taken, field_limit_reached, right_beyond_own
 */
export async function defineField(
  tx: Tx,
  model: CompanyModel,
  objectName: string,
  input: NewField,
): Promise<FieldDefinition> {
  const object = customizable(model, objectName);
  const faults = new Faults();
  if (!CUSTOM_NAME.test(input.name)) {
    const message = 'must be lower-case letters, digits and _, begin with a letter, end with __c';
    faults.add('/name', 'format', message);
  } else if (object.fields.has(input.name)) {
    throw fieldNameTaken({ object: objectName, name: input.name });
  }
  const customs = [...object.fields.values()].filter(({ name }) => CUSTOM_NAME.test(name));
  if (customs.length >= MAX_FIELDS) {
    throw fieldLimitReached({ object: objectName, most: MAX_FIELDS, what: 'custom fields' });
  }
  const given = newDefinition(tx, objectName, input, customs.length, faults);
  const place = fieldPlace(tx, model, object, null);
  const definition = checkField(place, given, input.settings ?? {}, faults);
  requireSight(place, definition);
  await checkMasterDefault(tx, definition, faults);
  if (faults.any) throw definitionRefusal(faults);
  const stored = completed(definition);
  await insertField(tx, stored);
  await fieldIndexes.keep(tx, objectName, stored.id, stored);
  return stored;
}

function newDefinition(
  { ctx }: Tx,
  object: string,
  input: NewField,
  position: number,
  faults: Faults,
): FieldDefinition {
  const { name, type, label, help = null, group = null, required = false } = input;
  const place = input.position ?? position;
  const { requiredWhen = null, unique = false, indexed = false, searched = false } = input;
  return {
    id: newId<'field'>(),
    version: 1,
    object,
    name,
    position: place,
    label,
    help,
    group,
    type,
    settings: {},
    required,
    requiredWhen,
    unique,
    indexed,
    searched,
    default: (input.default ?? null) as FieldDefinition['default'],
    personal: input.personal ?? false,
    portals: readPortals(faults, input.portals),
    createdAt: ctx.now,
    updatedAt: ctx.now,
    deletedAt: null,
  };
}

/** What is stored of a formula or roll-up is stored to be filtered by. */
function completed(definition: FieldDefinition): FieldDefinition {
  return definition.settings.stored === true ? { ...definition, indexed: true } : definition;
}

/**
 * What a field would be with a patch, fully checked, also against the values that records have;
 * nothing is written.
 * @throws DomainError validation_failed, malformed_request, option_in_use, field_currency_fixed,
 * field_values_not_unique, right_beyond_own
 */
export async function planField(
  tx: Tx,
  model: CompanyModel,
  before: FieldDefinition,
  patch: FieldPatch,
): Promise<FieldDefinition> {
  const object = customizable(model, before.object);
  const faults = new Faults();
  const { settings = {}, portals, ...rest } = patch;
  const given: FieldDefinition = {
    ...before,
    ...defined(rest),
    // What is no longer kept is no longer indexed, unless that is said beside it.
    ...(isStored(before) && rest.indexed === undefined ? { indexed: false } : {}),
    portals: readPortals(faults, portals, before.portals),
  };
  const sent = { ...sentSettings(before.type, before.settings), ...settings };
  const place = fieldPlace(tx, model, object, before);
  const after = completed(checkField(place, given, sent, faults));
  requireSight(place, after);
  await checkMasterDefault(tx, after, faults);
  if (faults.any) throw definitionRefusal(faults);
  await refuseUsedOptions(tx, object, before, after);
  await refuseMovedCurrency(tx, object, before, after);
  if (after.unique && !before.unique) await refuseDuplicates(tx, object, after);
  return after;
}

/** The entries of a master are rows: whether the default is one is asked of them. */
async function checkMasterDefault(
  tx: Tx,
  { settings: { master }, default: given }: FieldDefinition,
  faults: Faults,
): Promise<void> {
  if (faults.any || given === null || master === undefined || !isMasterType(master)) return;
  const codes = (Array.isArray(given) ? given : [given]).map(String);
  const found = await findMasterCodes(
    tx,
    codes.map((code) => ({ type: master, code })),
  );
  const known = new Set(found.map(({ code }) => code));
  const missing = codes.find((code) => !known.has(code));
  if (missing === undefined) return;
  faults.add('/default', 'enum', `has no active entry ${missing} in the master ${master}`);
}

function isStored({ type, settings }: FieldDefinition): boolean {
  return (type === 'formula' || type === 'rollup') && settings.stored === true;
}

function defined(patch: Omit<FieldPatch, 'settings' | 'portals'>): Partial<FieldDefinition> {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<FieldDefinition>;
}

/** Codes of options that are there before and not after. */
export function removedOptions(before: FieldSettings, after: FieldSettings): readonly string[] {
  const left = new Set((after.options ?? []).map(({ code }) => code));
  return (before.options ?? []).map(({ code }) => code).filter((code) => !left.has(code));
}

/** Codes of options that are switched off. */
export function deactivatedOptions(before: FieldSettings, after: FieldSettings): readonly string[] {
  const off = new Set((after.options ?? []).flatMap((each) => (each.active ? [] : [each.code])));
  return (before.options ?? []).flatMap(({ code, active }) =>
    active && off.has(code) ? [code] : [],
  );
}

/** @throws DomainError option_in_use for an option that is to go while records have it */
export async function refuseUsedOptions(
  tx: Tx,
  object: CompanyObject,
  before: FieldDefinition,
  after: FieldDefinition,
): Promise<void> {
  const removed = removedOptions(before.settings, after.settings);
  const [used] = await countOptions(tx, object, before.name, removed);
  if (used) throw optionInUse({ option: used[0], records: used[1], field: before.name });
}

/**
 * The numbers of amounts would stay, and mean another value.
 * @throws DomainError field_currency_fixed while records have amounts
 */
export async function refuseMovedCurrency(
  tx: Tx,
  object: CompanyObject,
  before: FieldDefinition,
  after: FieldDefinition,
): Promise<void> {
  if (before.type !== 'currency') return;
  const { baseCurrency } = object.model.terms;
  const [currency, to] = [before, after].map((each) => each.settings.currency ?? baseCurrency);
  if (currency === to) return;
  const records = await countValues(tx, object, before.name);
  if (records > 0) throw fieldCurrencyFixed({ records, field: before.name, currency });
}

/** A value is shown to whoever sees all the records. @throws DomainError field_values_not_unique */
export async function refuseDuplicates(
  tx: Tx,
  object: CompanyObject,
  field: Pick<Field, 'name' | 'type'>,
): Promise<void> {
  const found = await findDuplicateValues(tx, object, field);
  if (!found) return;
  const isSeen = rowScope.seen(tx.ctx, object, 't', () => '') === null;
  const example = isSeen ? found.example : 'one that you may not see';
  throw fieldNotUnique({ field: field.name, ...found, example });
}

/**
 * Stores a field as it was planned, in its next version, and lets anew be computed what is stored
 * of it. Planned as it is, it stays in the version it has. Log and revision are the caller's work.
 */
export async function redefineField(
  tx: Tx,
  model: CompanyModel,
  before: FieldDefinition,
  planned: FieldDefinition,
): Promise<FieldDefinition> {
  if (isSameDefinition(before, planned)) {
    // An index that could not be built is tried again.
    await fieldIndexes.keep(tx, before.object, before.id, before);
    return before;
  }
  const after = { ...planned, version: planned.version + 1, updatedAt: tx.ctx.now };
  await storeField(tx, after);
  const computed = after.type === 'formula' || after.type === 'rollup';
  const same = isDeepStrictEqual(before.settings, after.settings);
  if (!computed || same) {
    await fieldIndexes.keep(tx, after.object, after.id, after);
    return after;
  }
  await rebuild(tx, after.object, after);
  await rebuildStored(tx, model, after);
  return after;
}

/**
 * Takes a field away; its definition and its values stay, and so does its claim to the name.
 * @throws DomainError right_beyond_own where it is hidden from whoever does
 */
export async function dropField(
  tx: Tx,
  model: CompanyModel,
  before: FieldDefinition,
): Promise<FieldDefinition> {
  const { now, permissions } = tx.ctx;
  requireShownField(permissions, objectOf(model, before.object), before.name);
  const after = { ...before, version: before.version + 1, updatedAt: now, deletedAt: now };
  await storeField(tx, after);
  await fieldIndexes.keep(tx, before.object, before.id, null);
  await rebuildStored(tx, model, before);
  return after;
}

/** The field of the engine that a definition would be; for asking about its values. */
export function plannedField(definition: FieldDefinition): Field {
  return fieldOf(definition, 'none');
}
