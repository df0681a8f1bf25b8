import type { FormulaValue } from '../formula-value.js';
import { isBlank } from './comparison.js';
import {
  ANY,
  commonType,
  define,
  parameter,
  type Evaluation,
  type Evaluator,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';

/**
 * A condition without a value is one that does not hold, or stays open where the input says so.
 * Stops at the first operand that settles it.
 */
function untilFirst(settles: boolean): OperatorFunction {
  return (evaluation, operands) => {
    let isOpen = false;
    for (const operand of operands) {
      const value = operand(evaluation);
      if (staysOpen(evaluation, value)) isOpen = true;
      else if ((value === true) === settles) return settles;
    }
    return isOpen ? null : !settles;
  };
}

/** Neither true nor false where the input says that what is empty is neither. */
export function staysOpen({ input }: Evaluation, value: FormulaValue): value is null {
  return value === null && input.leavesOpen === true;
}

/** Whether an odd number of conditions holds. */
const oneOrOther: OperatorFunction = (evaluation, operands) => {
  let [holds, isOpen] = [false, false];
  for (const operand of operands) {
    const value = operand(evaluation);
    if (staysOpen(evaluation, value)) isOpen = true;
    else if (value === true) holds = !holds;
  }
  return isOpen ? null : holds;
};

const negate: OperatorFunction = (evaluation, [operand]) => {
  const value = (operand as Evaluator)(evaluation);
  return staysOpen(evaluation, value) ? null : value !== true;
};

const choose: OperatorFunction = (evaluation, [condition, then, otherwise]) => {
  const settled = (condition as Evaluator)(evaluation);
  if (staysOpen(evaluation, settled)) return null;
  const branch = settled === true ? then : otherwise;
  return branch ? branch(evaluation) : evaluation.empty('no_match');
};

export const condition = parameter('condition', 'boolean');

function between(name: string, description: string, run: OperatorFunction): FormulaOperation {
  return {
    name,
    description,
    signature: `left ${name} right`,
    least: 2,
    most: 2,
    parameter: (index) => parameter(index === 0 ? 'left' : 'right', 'boolean'),
    result: () => 'boolean',
    operator: () => run,
  };
}

/** The signs of AND and OR: their chains stop at the first operand that settles them, too. */
export const INFIX_LOGIC: readonly FormulaOperation[] = [
  between('&&', 'Whether both conditions hold, as AND.', untilFirst(false)),
  between('||', 'Whether one of the conditions holds, as OR.', untilFirst(true)),
];

export const NEGATED: FormulaOperation = {
  name: '!',
  description: 'Whether the condition does not hold, as NOT.',
  signature: '!condition',
  least: 1,
  most: 1,
  parameter: () => condition,
  result: () => 'boolean',
  operator: () => negate,
};

export const LOGIC: readonly FormulaOperation[] = [
  define({
    name: 'IF',
    description: 'One of two values, as the condition holds or not; one left out is empty.',
    required: [condition, parameter('then', ANY, 'A')],
    optional: [parameter('otherwise', ANY, 'A')],
    result: ([, ...branches]) => commonType(branches),
    run: choose,
  }),
  define({
    name: 'AND',
    description: 'Whether all conditions hold.',
    required: [condition],
    repeated: condition,
    result: 'boolean',
    run: untilFirst(false),
  }),
  define({
    name: 'OR',
    description: 'Whether one of the conditions holds.',
    required: [condition],
    repeated: condition,
    result: 'boolean',
    run: untilFirst(true),
  }),
  define({
    name: 'XOR',
    description: 'Whether one of two conditions holds and not both; an odd number, of more.',
    required: [condition],
    repeated: condition,
    result: 'boolean',
    run: oneOrOther,
  }),
  define({
    name: 'NOT',
    description: 'Whether the condition does not hold.',
    required: [condition],
    result: 'boolean',
    run: negate,
  }),
  define({
    name: 'ISBLANK',
    description: 'Whether a value is empty.',
    required: [parameter('value', ANY)],
    result: 'boolean',
    run: (evaluation, [operand]) => isBlank((operand as Evaluator)(evaluation)),
  }),
];
