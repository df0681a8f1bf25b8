import type { FormulaType, FormulaValue } from '../formula-value.js';
import { areEqual, isBlank, orderOf } from './comparison.js';
import { condition, staysOpen } from './logic.js';
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

/** `IFS(condition, result, …, [otherwise])`, likewise. */
const chooseFirst: OperatorFunction = (evaluation, operands) => {
  for (let at = 0; at + 1 < operands.length; at += 2) {
    const settled = (operands[at] as Evaluator)(evaluation);
    if (staysOpen(evaluation, settled)) return null;
    if (settled === true) return (operands[at + 1] as Evaluator)(evaluation);
  }
  const otherwise = operands.length % 2 === 1 ? operands.at(-1) : undefined;
  return otherwise ? otherwise(evaluation) : evaluation.empty('no_match');
};

function isCondition(index: number, count: number): boolean {
  return index % 2 === 0 && index < count - 1;
}

const IFS: FormulaOperation = {
  name: 'IFS',
  signature: 'IFS(condition, result, [condition, result], …, [otherwise])',
  description: 'The result of the first condition that holds.',
  least: 2,
  most: 100,
  parameter: (index, count) =>
    isCondition(index, count) ? condition : parameter('result', ANY, 'A'),
  result: (types) => commonType(types.filter((_, i) => !isCondition(i, types.length))),
  operator: () => chooseFirst,
};

const blankValue: OperatorFunction = (evaluation: Evaluation, [value, substitute]) => {
  const found: FormulaValue = (value as Evaluator)(evaluation);
  return isBlank(found) ? (substitute as Evaluator)(evaluation) : found;
};

const firstThereIs: OperatorFunction = (evaluation, operands) => {
  for (const operand of operands) {
    const found = operand(evaluation);
    if (!isBlank(found)) return found;
  }
  return evaluation.empty('empty_operand');
};

/** One of several values. */
export const SELECTIONS: readonly FormulaOperation[] = [
  CASE,
  {
    ...CASE,
    name: 'SWITCH',
    signature: CASE.signature.replace('CASE', 'SWITCH'),
    description: 'The result of the first match that equals the value, as CASE.',
  },
  IFS,
  define({
    name: 'BLANKVALUE',
    description: 'The value, or the substitute where it is empty.',
    required: [parameter('value', ANY, 'A'), parameter('substitute', ANY, 'A')],
    result: commonType,
    run: blankValue,
  }),
  define({
    name: 'COALESCE',
    description: 'The first of the values that is not empty.',
    required: [parameter('value', ANY, 'A')],
    repeated: parameter('value', ANY, 'A'),
    result: commonType,
    run: firstThereIs,
  }),
];
