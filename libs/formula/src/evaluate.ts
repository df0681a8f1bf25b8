import { isNumber, type FormulaInput, type FormulaValue } from './formula-value.js';
import { fieldValueOf, shortest, ZERO } from './operations/numbers.js';
import { Evaluation, type Evaluator } from './operations/operation.js';
import { isApplied, type TypedNode } from './typed-node.js';

/** Paid for like an operation. */
export function fieldValue(evaluation: Evaluation, path: readonly string[]): FormulaValue {
  if (!evaluation.spend()) return evaluation.empty('too_much_work');
  return fieldValueOf(evaluation.input.value(path));
}

/**
 * An operand of `+ - * / ^ %`, where an empty field of numbers may stand for nothing, or a
 * condition, where a field that nobody has ticked is not left open.
 */
export function orZero({ zeroed, type }: TypedNode, evaluator: Evaluator): Evaluator {
  if (!zeroed) return evaluator;
  return (evaluation) => {
    const value = evaluator(evaluation);
    if (value !== null || evaluation.exhausted) return value;
    const { blankAs, leavesOpen } = evaluation.input;
    if (type === 'boolean') return leavesOpen ? false : null;
    return blankAs === 'zero' ? ZERO : null;
  };
}

/** The part as a closure over its operands: made once, called for every record. */
export function compiled(typed: TypedNode): Evaluator {
  if (isApplied(typed)) {
    const { operator } = typed;
    const operands = typed.operands.map((operand) => orZero(operand, compiled(operand)));
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
  /** It is null because something that it is made of is empty, and for no other reason. */
  readonly blank: boolean;
}

/** Null where the evaluation cost too much, whatever came of it. Numbers have no needless zeros. */
export function evaluated(evaluator: Evaluator, input: FormulaInput): FormulaOutcome {
  const evaluation = new Evaluation(input);
  const value = evaluator(evaluation);
  evaluation.settle();
  if (evaluation.exhausted) return { value: null, unaffordable: true, blank: false };
  const blank = value === null && !evaluation.failed;
  return { value: isNumber(value) ? shortest(value) : value, unaffordable: false, blank };
}
