import type { FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { formulaFaults } from '../formulas/record-formulas.js';
import type { ValidationDefinition } from '../rules/rule.js';

/** What is wrong with a validation rule of an object. */
export function checkValidation(
  object: CompanyObject,
  { formula, field }: ValidationDefinition,
): readonly FieldError[] {
  const faults = formulaFaults(object, formula, '/formula', ['boolean']);
  if (field === null || object.fields.has(field)) return faults;
  const message = `There is no field ${field}.`;
  return [...faults, { pointer: '/field', code: 'unknown_field', message }];
}
