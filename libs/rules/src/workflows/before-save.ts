import type { Tx } from '@quittance/database';
import { isNumber, shownText, type FormulaInput } from '@quittance/formula';
import type { FieldValue } from '@quittance/fields';
import type {
  CompanyObject,
  CompletedRecord,
  PendingRecord,
  RecordCheck,
  RecordCompletion,
} from '@quittance/metadata';
import { requestTooCostly } from '@quittance/objects';
import { yieldIfDue } from '@quittance/work';
import { pendingChange } from '../formulas/record-change.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { ruleBlanks, type Trigger } from '../rules/rule.js';
import { formulasOfWorkflow, rulesOf, type CompiledWorkflow } from '../rules/rule-set.js';

/**
 * Rules that set fields of a record while it is being written, whichever way it comes in: each sees
 * what those before it have set, and what they leave is judged like what was sent.
 */
export const beforeSave: RecordCheck = {
  name: 'rules.before_save',

  async applies(tx: Tx, object: CompanyObject): Promise<boolean> {
    return (await rulesOf(tx, object)).before.length > 0;
  },

  check: () => Promise.resolve([]),

  async completions(tx: Tx, object: CompanyObject): Promise<readonly RecordCompletion[]> {
    const { before } = await rulesOf(tx, object);
    return before.map((workflow) => (records) => completed(tx, object, workflow, records));
  },
};

async function completed(
  tx: Tx,
  object: CompanyObject,
  workflow: CompiledWorkflow,
  records: readonly PendingRecord[],
): Promise<readonly (CompletedRecord | null)[]> {
  const called = records.map((record) => isCalled(workflow, record));
  if (!called.includes(true)) return records.map(() => null);
  const views = records.map(({ after }) => after);
  const inputs = await formulaInputs(tx, object, formulasOfWorkflow(workflow), views);
  const found: (CompletedRecord | null)[] = [];
  for (const [i, record] of records.entries()) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const change = pendingChange(object, record);
    const input = {
      ...(inputs[i] as FormulaInput),
      ...ruleBlanks(workflow.rule.definition),
      change,
    };
    found.push(called[i] ? setBy(object, workflow, input) : null);
  }
  return found;
}

function isCalled({ rule }: CompiledWorkflow, { before, changes }: PendingRecord): boolean {
  const { trigger, field } = rule.definition;
  const asked: readonly Trigger[] =
    before === null ? ['create', 'save'] : ['update', 'save', 'change'];
  if (!asked.includes(trigger)) return false;
  return trigger !== 'change' || (field !== null && Object.hasOwn(changes, field));
}

/** All by the record as it is before the rule; what nobody could work out is not saved. */
function setBy(
  { name: object }: CompanyObject,
  { rule, condition, values }: CompiledWorkflow,
  input: FormulaInput,
): CompletedRecord | null {
  const judged = condition?.outcome(input);
  if (judged?.unaffordable) return { problem: requestTooCostly({ object }) };
  if (judged && judged.value !== true) return null;
  const set: Record<string, FieldValue> = {};
  for (const [i, action] of rule.definition.actions.entries()) {
    const outcome = action.kind === 'set_field' ? values.get(i)?.outcome(input) : undefined;
    if (action.kind !== 'set_field' || !outcome) continue;
    if (outcome.unaffordable) return { problem: requestTooCostly({ object }) };
    set[action.field] = isNumber(outcome.value) ? shownText(outcome.value) : outcome.value;
  }
  return { values: set };
}
