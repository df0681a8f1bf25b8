import type { Field } from '@quittance/fields';
import type { CompanyModel, CompanyObject } from '../metadata/company-model.js';
import type { RecordObject } from '../catalogue/object.js';
import { lookupOf } from './formula-values.js';
import { isShownThere, isUser, reachedObject } from './reached-object.js';

/** What a formula names of another object: `account.industry`, `owner.email`. */
export interface ReachedField {
  /** As the formula has it. */
  readonly path: string;
  readonly lookup: Field;
  readonly target: CompanyObject;
  /** Its name in the target, which need not have it. */
  readonly name: string;
  readonly ofUser: boolean;
  /** Whoever sees the record sees it; the rest takes the right to view the other object. */
  readonly shown: boolean;
}

/** What a path of two names reaches through a lookup of the object; undefined for any other path. */
export function reachedField(
  object: RecordObject & { readonly model: CompanyModel },
  [first = '', name]: readonly string[],
): ReachedField | undefined {
  const lookup = name === undefined ? undefined : lookupOf(object, first);
  const target = lookup && reachedObject(object.model, lookup);
  if (!lookup || !target || name === undefined) return undefined;
  const shown = isShownThere(target, name);
  return { path: `${first}.${name}`, lookup, target, name, ofUser: isUser(target), shown };
}
