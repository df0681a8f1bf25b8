import type { Currency } from '@quittance/money';
import type { ReferenceTarget } from '../catalogue/object-catalogue.js';
import type { RecordObject } from '../catalogue/object.js';
import type { RecordCheck } from './record-checks.js';

/** An object of one company: with its custom fields, and the model that what it points at is in. */
export interface CompanyObject extends RecordObject {
  readonly model: CompanyModel;
}

/** What values are read by. */
export interface CompanyTerms {
  readonly baseCurrency: Currency;
  readonly timeZone: string;
}

/**
 * All objects as one company has them at one version of its metadata. Immutable; shared by
 * requests.
 */
export interface CompanyModel {
  /** Rises with every change of fields, objects, rules, layouts or views of the company. */
  readonly version: number;
  readonly terms: CompanyTerms;
  /** By API name: built-in and custom. */
  readonly objects: ReadonlyMap<string, CompanyObject>;
  /** By name: what fields may point at beside objects, such as `user`. */
  readonly targets: ReadonlyMap<string, ReferenceTarget>;
  /** What is asked before every save. */
  readonly checks: readonly RecordCheck[];
}
