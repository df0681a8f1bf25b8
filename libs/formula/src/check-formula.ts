import { compiled, evaluated, orZero, type FormulaOutcome } from './evaluate.js';
import type { FormulaInput, FormulaScope, FormulaType, FormulaValue } from './formula-value.js';
import type { Evaluator } from './operations/operation.js';
import { parseFormula } from './parse-formula.js';
import { traceOf, type FormulaTrace } from './trace.js';
import { TypeCheck, typeWords, zeroed } from './type-check.js';

/** A formula that may be evaluated. Immutable; shared by requests. */
export interface CheckedFormula {
  readonly text: string;
  readonly type: FormulaType;
  /** The fields whose values it takes as they are, each once. */
  readonly paths: readonly (readonly string[])[];
  /** Those that it asks about before the change, each once. */
  readonly priorPaths: readonly (readonly string[])[];
  /** Its value changes with time although no record does. */
  readonly usesClock: boolean;
  /** The value, null where it cannot be evaluated. Never throws; its cost is bounded. */
  evaluate(input: FormulaInput): FormulaValue;
  /**
   * The same, and whether it has no value because it costs too much: for what must not pass
   * unjudged.
   */
  outcome(input: FormulaInput): FormulaOutcome;
  /** The same with every part and what it came to. */
  trace(input: FormulaInput): FormulaTrace;
}

/**
 * Parses a formula and checks its types over the fields of a scope.
 * @param results the types that the formula may have; every one when absent
 * @throws FormulaError with all faults and their places.
 */
export function checkFormula(
  text: string,
  scope: FormulaScope,
  results?: readonly FormulaType[],
): CheckedFormula {
  const check = new TypeCheck(text, scope);
  const read = check.typed(parseFormula(text));
  const typed = read.type === 'boolean' ? zeroed(read) : read;
  check.settle();
  const { type } = typed;
  if (results && type !== 'any-null' && !results.includes(type)) {
    const message = `The formula comes to ${typeWords([type])}; wanted is ${typeWords(results)}.`;
    check.fault(typed.node.span.start, 'result_type', message);
    check.settle();
  }
  let evaluator: Evaluator | undefined;
  const outcome = (input: FormulaInput) =>
    evaluated((evaluator ??= orZero(typed, compiled(typed))), input);
  return {
    text,
    type,
    paths: [...check.paths.values()],
    priorPaths: [...check.priorPaths.values()],
    usesClock: check.usesClock,
    evaluate: (input) => outcome(input).value,
    outcome,
    trace: (input) => traceOf(text, typed, input),
  };
}
