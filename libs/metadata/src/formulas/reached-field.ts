import type { Field } from '@quittance/fields';
import type { CompanyModel, CompanyObject, RecordObject } from '../catalogue/object.js';
import { lookupOf } from './formula-values.js';
import { isUser, reachedObject } from './reached-object.js';

/** What a formula names of another object: `account.industry`, `owner.email`. */
export interface ReachedField {
  readonly lookup: Field;
  readonly target: CompanyObject;
  /** Its name in the target, which need not have it. */
  readonly name: string;
  readonly ofUser: boolean;
}

/**
 * What a path of two names reaches through a lookup of the object; undefined for any other path.
 */
export function reachedField(
  object: RecordObject & { readonly model: CompanyModel },
  [first = '', name]: readonly string[],
): ReachedField | undefined {
  const lookup = name === undefined ? undefined : lookupOf(object, first);
  const target = lookup && reachedObject(object.model, lookup);
  if (!lookup || !target || name === undefined) return undefined;
  return { lookup, target, name, ofUser: isUser(target) };
}
