import { notFound } from '@quittance/kernel';
import { defineCustomObject, withCustomFields } from '../catalogue/define-object.js';
import type { ObjectCatalogue } from '../catalogue/object-catalogue.js';
import type {
  CompanyModel,
  CompanyObject,
  ModelTerms,
  RecordCheck,
  RecordObject,
} from '../catalogue/object.js';
import type { CompanyMetadata } from './metadata-source.js';

/** The built-in objects with what a company has defined, each knowing the model it is in. */
export function makeModel(
  version: number,
  terms: ModelTerms,
  catalogue: ObjectCatalogue,
  { fields, objects }: CompanyMetadata,
  checks: readonly RecordCheck[],
): CompanyModel {
  const { timeZone, baseCurrency } = terms;
  const byName = new Map<string, CompanyObject>();
  const model = {
    version,
    terms: { timeZone, baseCurrency },
    objects: byName,
    targets: catalogue.targets(),
    shown: catalogue.shown(),
    checks,
  };
  const add = (object: RecordObject) => byName.set(object.name, { ...object, model });
  for (const object of catalogue.all()) {
    const own = object.customizable ? (fields.get(object.name) ?? []) : [];
    add(withCustomFields(object, own));
  }
  for (const each of objects) add(defineCustomObject(each, fields.get(each.name) ?? []));
  return model;
}

/**
 * An object of the model by its API name.
 * @throws DomainError not_found
 */
export function objectOf(model: CompanyModel, name: string): CompanyObject {
  const object = model.objects.get(name);
  if (!object) throw notFound({ object: 'object' });
  return object;
}
