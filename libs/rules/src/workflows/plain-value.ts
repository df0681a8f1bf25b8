import { isNumber, shownText, type CheckedFormula, type FormulaInput } from '@quittance/formula';
import type { FieldValue } from '@quittance/fields';
import type { CompanyObject } from '@quittance/metadata';
import { requestTooCostly } from '@quittance/objects';

/** The actor of a workflow sees and may change every record. */
export const UNSCOPED = { unscoped: true } as const;

/** @throws DomainError request_too_costly: what costs too much must not empty the field */
export function plainValue(
  { name }: CompanyObject,
  formula: CheckedFormula,
  input: FormulaInput,
): FieldValue {
  const { value, unaffordable } = formula.outcome(input);
  if (unaffordable) throw requestTooCostly({ object: name });
  return isNumber(value) ? shownText(value) : value;
}
