import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import type { FieldPlace, Faults } from './field-input.js';
import { MAX_MASTERS, type FieldDefinition } from '../definition.js';

/** What a relationship points at, and what becomes of it when that is deleted. */
export function checkRelationship(
  place: FieldPlace,
  field: FieldDefinition,
  faults: Faults,
): FieldDefinition {
  const { model, object, before } = place;
  const { target = '', onDelete } = field.settings;
  if (before && before.settings.target !== target) {
    faults.add('/settings/target', 'immutable', 'cannot be changed');
  }
  const known = model.objects.has(target) || (field.type === 'lookup' && model.targets.has(target));
  if (!known) faults.add('/settings/target', 'reference', 'is no object that can be pointed at');
  if (field.type === 'master_detail') checkMaster(place, object, target, faults);
  if (field.required && onDelete === 'clear') {
    faults.add('/settings/onDelete', 'conflict', 'cannot clear what is required');
  }
  const usual = field.type === 'master_detail' ? 'cascade' : field.required ? 'restrict' : 'clear';
  return {
    ...field,
    required: field.required || field.type === 'master_detail',
    settings: { ...field.settings, onDelete: onDelete ?? usual },
  };
}

function checkMaster(
  { model, before }: FieldPlace,
  object: CompanyObject,
  target: string,
  faults: Faults,
): void {
  if (!object.custom) {
    faults.add('/type', 'conflict', 'is for custom objects only; use a lookup');
    return;
  }
  const masters = mastersOf(object).length;
  if (!before && masters >= MAX_MASTERS) {
    faults.add('/type', 'max', `can be that of ${MAX_MASTERS} fields of an object at most`);
  }
  if (!before && isBelow(model, target, object.name)) {
    faults.add('/settings/target', 'cycle', 'belongs to records of this object in turn');
  }
}

function mastersOf(object: CompanyObject): readonly string[] {
  return [...object.fields.values()]
    .filter(({ type }) => type === 'master_detail')
    .map(({ settings }) => settings.target ?? '');
}

/** Whether records of `name` belong, over any number of steps, to records of `master`. */
function isBelow(model: CompanyModel, name: string, master: string): boolean {
  const seen = new Set<string>();
  const visit = (at: string): boolean => {
    if (at === master) return true;
    const object = model.objects.get(at);
    if (!object || seen.has(at)) return false;
    seen.add(at);
    return mastersOf(object).some(visit);
  };
  return visit(name);
}
