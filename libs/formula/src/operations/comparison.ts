import { epochMs, type Instant } from '@quittance/kernel';
import type { Decimal } from '@quittance/money';
import type { FormulaType, FormulaValue } from '../formula-value.js';
import { compare } from './numbers.js';
import {
  ANY,
  commonType,
  parameter,
  type Evaluator,
  type Evaluation,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';

const ORDERED: readonly FormulaType[] = ['text', 'number', 'date', 'datetime', 'time'];

/** Less than, equal to or more than zero, as the first is to the second. */
export type Comparing = (a: never, b: never) => number;

function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const ORDERS: Readonly<Partial<Record<FormulaType, Comparing>>> = {
  number: (a: Decimal, b: Decimal) => compare(a, b),
  datetime: (a: Instant, b: Instant) => epochMs(a) - epochMs(b),
  boolean: (a: boolean, b: boolean) => Number(a) - Number(b),
};

/** Texts go by their UTF-16 units, so that case matters; dates and times by the calendar. */
export function orderOf(types: readonly FormulaType[]): Comparing {
  return ORDERS[commonType(types) ?? 'text'] ?? (textOrder as Comparing);
}

/** Null and the empty text are the same emptiness. */
export function isBlank(value: FormulaValue): boolean {
  return value === null || value === '';
}

export function areEqual(
  evaluation: Evaluation,
  order: Comparing,
  [a, b]: readonly [FormulaValue, FormulaValue],
): boolean {
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  return affordsComparison(evaluation, a, b) && order(a as never, b as never) === 0;
}

/** Texts are compared many characters at a time, and no farther than the shorter one goes. */
const COMPARED_AT_ONCE = 8;

function affordsComparison(evaluation: Evaluation, a: FormulaValue, b: FormulaValue): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return true;
  return evaluation.spend(Math.ceil(Math.min(a.length, b.length) / COMPARED_AT_ONCE));
}

function equality(wanted: boolean): (types: readonly FormulaType[]) => OperatorFunction {
  return (types) => {
    const order = orderOf(types);
    return (evaluation, [left, right]) => {
      const sides = [(left as Evaluator)(evaluation), (right as Evaluator)(evaluation)] as const;
      return areEqual(evaluation, order, sides) === wanted;
    };
  };
}

function ordered(
  holds: (order: number) => boolean,
): (types: readonly FormulaType[]) => OperatorFunction {
  return (types) => {
    const order = orderOf(types);
    return (evaluation: Evaluation, [left, right]) => {
      const [a, b] = [(left as Evaluator)(evaluation), (right as Evaluator)(evaluation)];
      if (a === null || b === null) return evaluation.empty('empty_operand');
      if (!affordsComparison(evaluation, a, b)) return evaluation.empty('too_much_work');
      return holds(order(a as never, b as never));
    };
  };
}

function comparison(
  name: string,
  description: string,
  types: readonly FormulaType[],
  operator: (types: readonly FormulaType[]) => OperatorFunction,
): FormulaOperation {
  return {
    name,
    description,
    signature: `left ${name} right`,
    least: 2,
    most: 2,
    parameter: (index) => parameter(index === 0 ? 'left' : 'right', types, 'A'),
    result: () => 'boolean',
    operator,
  };
}

export const COMPARISONS: readonly FormulaOperation[] = [
  comparison('=', 'Equal; two empty values are.', ANY, equality(true)),
  comparison('<>', 'Not equal; an empty value differs from every other.', ANY, equality(false)),
  comparison('!=', 'Not equal, as <>.', ANY, equality(false)),
  comparison(
    '<',
    'Less or earlier.',
    ORDERED,
    ordered((order) => order < 0),
  ),
  comparison(
    '<=',
    'Not more or later.',
    ORDERED,
    ordered((order) => order <= 0),
  ),
  comparison(
    '>',
    'More or later.',
    ORDERED,
    ordered((order) => order > 0),
  ),
  comparison(
    '>=',
    'Not less or earlier.',
    ORDERED,
    ordered((order) => order >= 0),
  ),
];
