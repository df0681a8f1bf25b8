import type { Tx } from '@quittance/database';
import type { CompanyObject, PendingRecord, RecordCheck, RecordFinding } from '@quittance/objects';
import { formulaInputs } from '../formulas/record-formulas.js';
import { rulesOf } from '../rules/rule-set.js';

/** Asks the validation rules of the object: every formula that does not come to TRUE is a field error. */
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
    return inputs.flatMap((input, index) =>
      validations.flatMap(({ rule: { definition }, formula }): RecordFinding[] => {
        if (formula.evaluate(input) === true) return [];
        const { field, message } = definition;
        const pointer = field === null ? '' : `/${field}`;
        return [{ index, error: { pointer, code: 'validation_rule', message } }];
      }),
    );
  },
};
