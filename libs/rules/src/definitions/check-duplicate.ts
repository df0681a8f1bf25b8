import type { FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import type { Field, FieldType } from '@quittance/fields';
import type { DuplicateDefinition, MatchedField } from '../rules/rule.js';

export const MOST_MATCHED_FIELDS = 5;

/** Types whose values can be the same in a way that a person would say so. */
const COMPARED: ReadonlySet<FieldType> = new Set([
  'text',
  'textarea',
  'integer',
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'time',
  'email',
  'phone',
  'url',
  'picklist',
  'lookup',
  'master_detail',
  'auto_number',
]);
const TEXTS: ReadonlySet<FieldType> = new Set(['text', 'textarea']);

function faultOf({ field: name, match }: MatchedField, field: Field | undefined) {
  if (!field)
    return { member: 'field', code: 'unknown_field', message: `There is no field ${name}.` };
  if (!COMPARED.has(field.type) || field.storage.kind === 'computed') {
    return { member: 'field', code: 'type', message: `${name} cannot be compared.` };
  }
  if (match === 'company' && !TEXTS.has(field.type)) {
    return { member: 'match', code: 'type', message: `${name} holds no names of companies.` };
  }
  return undefined;
}

/** What is wrong with a duplicate rule of an object. */
export function checkDuplicate(
  object: CompanyObject,
  { fields }: DuplicateDefinition,
): readonly FieldError[] {
  const seen = new Set<string>();
  return fields.flatMap((matched, i): FieldError[] => {
    const { field: name } = matched;
    const fault = faultOf(matched, object.fields.get(name));
    if (fault) {
      const { member, ...rest } = fault;
      return [{ pointer: `/fields/${i}/${member}`, ...rest }];
    }
    if (seen.has(name)) {
      const message = `${name} is named twice.`;
      return [{ pointer: `/fields/${i}/field`, code: 'unique', message }];
    }
    seen.add(name);
    return [];
  });
}
