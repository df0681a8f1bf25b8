import type { FormulaType, FormulaValue } from '../formula-value.js';
import { areEqual, isBlank, orderOf } from './comparison.js';
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

function staysOpen({ input }: Evaluation, value: FormulaValue): value is null {
  return value === null && input.leavesOpen === true;
}

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

/** `CASE(value, match, result, …, [otherwise])`: an operand left over is the last resort. */
function chooseCase(types: readonly FormulaType[]): OperatorFunction {
  const order = orderOf(types.filter((_, i) => isMatch(i, types.length)));
  return (evaluation, operands) => {
    const value = (operands[0] as Evaluator)(evaluation);
    const pairs = Math.floor((operands.length - 1) / 2);
    for (let pair = 0; pair < pairs; pair += 1) {
      const match = (operands[1 + 2 * pair] as Evaluator)(evaluation);
      if (areEqual(evaluation, order, [value, match]))
        return (operands[2 + 2 * pair] as Evaluator)(evaluation);
    }
    const otherwise = operands.length % 2 === 0 ? operands.at(-1) : undefined;
    return otherwise ? otherwise(evaluation) : evaluation.empty('no_match');
  };
}

/** The value and what it is compared with; the other operands are results. */
function isMatch(index: number, count: number): boolean {
  const otherwise = count % 2 === 0 && index === count - 1;
  return index === 0 || (index % 2 === 1 && !otherwise);
}

const CASE: FormulaOperation = {
  name: 'CASE',
  signature: 'CASE(value, match, result, [match, result], …, [otherwise])',
  description: 'The result of the first match that equals the value.',
  least: 3,
  most: 100,
  parameter: (index, count) =>
    isMatch(index, count)
      ? parameter(index === 0 ? 'value' : 'match', ANY, 'A')
      : parameter('result', ANY, 'B'),
  result: (types) => commonType(types.filter((_, i) => !isMatch(i, types.length))),
  operator: chooseCase,
};

const blankValue: OperatorFunction = (evaluation: Evaluation, [value, substitute]) => {
  const found: FormulaValue = (value as Evaluator)(evaluation);
  return isBlank(found) ? (substitute as Evaluator)(evaluation) : found;
};

const condition = parameter('condition', 'boolean');

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
    name: 'NOT',
    description: 'Whether the condition does not hold.',
    required: [condition],
    result: 'boolean',
    run: negate,
  }),
  CASE,
  define({
    name: 'ISBLANK',
    description: 'Whether a value is empty.',
    required: [parameter('value', ANY)],
    result: 'boolean',
    run: (evaluation, [operand]) => isBlank((operand as Evaluator)(evaluation)),
  }),
  define({
    name: 'BLANKVALUE',
    description: 'The value, or the substitute where it is empty.',
    required: [parameter('value', ANY, 'A'), parameter('substitute', ANY, 'A')],
    result: commonType,
    run: blankValue,
  }),
];
