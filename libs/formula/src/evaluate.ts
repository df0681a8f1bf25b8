import { isNumber, type FormulaInput, type FormulaValue } from './formula-value.js';
import { fieldValueOf, shortest } from './operations/numbers.js';
import { Evaluation, type Evaluator } from './operations/operation.js';
import { isApplied, type TypedNode } from './typed-node.js';

/** Paid for like an operation. */
export function fieldValue(evaluation: Evaluation, path: readonly string[]): FormulaValue {
  if (!evaluation.spend()) return evaluation.empty('too_much_work');
  return fieldValueOf(evaluation.input.value(path));
}

/** The part as a closure over its operands: made once, called for every record. */
export function compiled(typed: TypedNode): Evaluator {
  if (isApplied(typed)) {
    const { operator } = typed;
    const operands = typed.operands.map(compiled);
    return (evaluation) =>
      evaluation.spend() ? operator(evaluation, operands) : evaluation.empty('too_much_work');
  }
  const { node } = typed;
  if (node.kind === 'field') {
    const { path } = node;
    return (evaluation) => fieldValue(evaluation, path);
  }
  const value = node.kind === 'literal' ? node.value : null;
  return () => value;
}

/** What came of an evaluation. */
export interface FormulaOutcome {
  readonly value: FormulaValue;
  /** It cost more than it may, or than is left of the budget that it shares; the value is null. */
  readonly unaffordable: boolean;
}

/** Null where the evaluation cost too much, whatever came of it. Numbers have no needless zeros. */
export function evaluated(evaluator: Evaluator, input: FormulaInput): FormulaOutcome {
  const evaluation = new Evaluation(input);
  const value = evaluator(evaluation);
  evaluation.settle();
  if (evaluation.exhausted) return { value: null, unaffordable: true };
  return { value: isNumber(value) ? shortest(value) : value, unaffordable: false };
}
