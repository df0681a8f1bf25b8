import type { Tx } from '@quittance/database';
import type { FormulaInput } from '@quittance/formula';
import { yieldIfDue } from '@quittance/work';
import type { FieldError } from '@quittance/kernel';
import { requestTooCostly } from '@quittance/objects';
import type { CompanyObject, PendingRecord, RecordCheck, RecordFinding } from '@quittance/metadata';
import { readWork } from '@quittance/fields';
import { pendingChange } from '../formulas/record-change.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { ruleBlanks } from '../rules/rule.js';
import { rulesOf, type CompiledValidation } from '../rules/rule-set.js';

/**
 * Asks the validation rules of the object: every formula that does not come to TRUE is a field
 * error.
 */
export const validationCheck: RecordCheck = {
  name: 'rules.validation',
  judges: true,

  async applies(tx: Tx, object: CompanyObject): Promise<boolean> {
    return (await rulesOf(tx, object)).validations.length > 0;
  },

  async check(
    tx: Tx,
    object: CompanyObject,
    records: readonly PendingRecord[],
  ): Promise<readonly RecordFinding[]> {
    const { validations } = await rulesOf(tx, object);
    if (validations.length === 0) return [];
    const formulas = validations.map(({ formula }) => formula);
    const views = records.map(({ after }) => after);
    const inputs = await formulaInputs(tx, object, formulas, views);
    const findings: RecordFinding[] = [];
    for (const [index, seen] of inputs.entries()) {
      const input = { ...seen, change: pendingChange(object, records[index] as PendingRecord) };
      for (const validation of validations) {
        const nextTurn = yieldIfDue();
        if (nextTurn) await nextTurn;
        const error = judged(validation, input);
        if (error) findings.push({ index, error });
        else if (tx.ctx.work?.exhausted) {
          findings.push({ index, problem: requestTooCostly({ object: object.name }) });
        }
      }
    }
    return findings;
  },
};

/**
 * What is empty speaks against nothing. What cannot be judged is not true, and is not said to be
 * wrong either.
 */
function judged(
  { rule: { name, definition }, formula }: CompiledValidation,
  input: FormulaInput,
): FieldError | undefined {
  const { value, unaffordable, blank } = formula.outcome({
    ...input,
    ...ruleBlanks(definition),
    leavesOpen: true,
  });
  if (value === true || blank) return undefined;
  const { field, message } = definition;
  const pointer = field === null ? '' : `/${field}`;
  if (!unaffordable) return { pointer, code: 'validation_rule', message };
  if (input.budget?.left === 0) return undefined;
  const words = `The rule “${name}” costs too much to be asked of this record.`;
  return { pointer, code: readWork.fault, message: words };
}
