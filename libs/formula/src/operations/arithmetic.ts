import { epochMs, type Instant } from '@quittance/kernel';
import type { Decimal } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { FormulaType, FormulaValue } from '../formula-value.js';
import { DIVISION_WORK, MAX_EXPONENT } from '../limits.js';
import { dayDistance, dayShifted, instantShifted, isDay } from './calendar.js';
import {
  daysToMs,
  dividedBy,
  hundredth,
  minus,
  negative,
  numberOf,
  plus,
  power,
  powerDigits,
  remainder,
  smallWhole,
  times,
  ZERO,
} from './numbers.js';
import {
  parameter,
  strict,
  type Evaluation,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';

/** What a digit of a power costs, in characters gone through. */
const POWER_WORK = 8;

type Overload = readonly [left: FormulaType, right: FormulaType, result: FormulaType];

function goes(given: FormulaType, wanted: FormulaType): boolean {
  return given === wanted || given === 'any-null';
}

/** An operator between two operands whose result hangs on the types of both. */
function infix(
  name: string,
  description: string,
  overloads: readonly Overload[],
  run: OperatorFunction,
): FormulaOperation {
  const sides = (side: 0 | 1) => [...new Set(overloads.map((overload) => overload[side]))];
  const parameters = [parameter('left', sides(0)), parameter('right', sides(1))];
  return {
    name,
    description,
    signature: `left ${name} right`,
    least: 2,
    most: 2,
    parameter: (index) => parameters[index] ?? parameter('right', sides(1)),
    result: ([left = 'any-null', right = 'any-null']) =>
      overloads.find(([a, b]) => goes(left, a) && goes(right, b))?.[2],
    operator: () => run,
  };
}

/** A result that has too many digits is no value. */
export function fitting(evaluation: Evaluation, value: Decimal | undefined): FormulaValue {
  return value ?? evaluation.empty('too_large');
}

export function sum(
  [left, right]: readonly [Decimal | string, Decimal | string],
  evaluation: Evaluation,
): FormulaValue {
  if (typeof left === 'string') return shifted(left, right as Decimal, evaluation);
  if (typeof right === 'string') return shifted(right, left, evaluation);
  return fitting(evaluation, plus(left, right));
}

/** A day takes the whole part of the number, an instant its fraction too. */
export function shifted(at: string, days: Decimal, evaluation: Evaluation): FormulaValue {
  const result = isDay(at) ? dayShifted(at, days) : instantShifted(at as Instant, daysToMs(days));
  return result ?? evaluation.empty('out_of_range');
}

function difference(
  [left, right]: readonly [Decimal | string, Decimal | string],
  evaluation: Evaluation,
): FormulaValue {
  if (typeof left !== 'string') return fitting(evaluation, minus(left, right as Decimal));
  if (typeof right !== 'string') return shifted(left, negative(right), evaluation);
  if (isDay(left)) return numberOf(dayDistance(right as LocalDate, left));
  const ms = epochMs(left as Instant) - epochMs(right as Instant);
  return fitting(evaluation, dividedBy(numberOf(ms), numberOf(86_400_000)));
}

function quotient(
  [left, right]: readonly [Decimal, Decimal],
  evaluation: Evaluation,
): FormulaValue {
  if (right.units === 0n) return evaluation.empty('division_by_zero');
  if (!evaluation.spend(DIVISION_WORK)) return evaluation.empty('too_much_work');
  return fitting(evaluation, dividedBy(left, right));
}

/** Of a whole exponent; zero to the power of zero is no number, as in a spreadsheet. */
export function raised(
  [base, by]: readonly [Decimal, Decimal],
  evaluation: Evaluation,
): FormulaValue {
  if (!evaluation.spend(2 * DIVISION_WORK)) return evaluation.empty('too_much_work');
  const exponent = smallWhole(by, MAX_EXPONENT);
  if (exponent === undefined) {
    const whole = by.units % 10n ** BigInt(by.scale) === 0n;
    return evaluation.empty(whole ? 'too_large' : 'not_whole');
  }
  if (base.units === 0n) {
    if (exponent > 0) return ZERO;
    return evaluation.empty(exponent === 0 ? 'out_of_range' : 'division_by_zero');
  }
  if (!evaluation.spend(POWER_WORK * powerDigits(base, exponent)))
    return evaluation.empty('too_much_work');
  return fitting(evaluation, power(base, exponent));
}

function rest([value, by]: readonly [Decimal, Decimal], evaluation: Evaluation): FormulaValue {
  if (by.units === 0n) return evaluation.empty('division_by_zero');
  return remainder(value, by);
}

const NUMBERS: Overload = ['number', 'number', 'number'];

export const INFIX_ARITHMETIC: readonly FormulaOperation[] = [
  infix(
    '+',
    'Adds numbers; a number added to a date or an instant is days.',
    [
      NUMBERS,
      ['date', 'number', 'date'],
      ['number', 'date', 'date'],
      ['datetime', 'number', 'datetime'],
      ['number', 'datetime', 'datetime'],
    ],
    strict(sum),
  ),
  infix(
    '-',
    'Subtracts numbers; of two dates or instants the days between, of a date and a number the ' +
      'date so many days earlier.',
    [
      NUMBERS,
      ['date', 'number', 'date'],
      ['datetime', 'number', 'datetime'],
      ['date', 'date', 'number'],
      ['datetime', 'datetime', 'number'],
    ],
    strict(difference),
  ),
  infix(
    '*',
    'Multiplies numbers.',
    [NUMBERS],
    strict(([left, right]: readonly Decimal[], evaluation) =>
      fitting(evaluation, times(left as Decimal, right as Decimal)),
    ),
  ),
  infix(
    '/',
    'Divides; rounded to 20 digits behind the point, half away from zero.',
    [NUMBERS],
    strict(quotient),
  ),
  infix('^', 'Raises to a whole power.', [NUMBERS], strict(raised)),
];

export const NEGATION: FormulaOperation = {
  name: '-',
  description: 'The number with the other sign.',
  signature: '-number',
  least: 1,
  most: 1,
  parameter: () => parameter('number', 'number'),
  result: () => 'number',
  operator: () => strict(([value]: readonly Decimal[]) => negative(value as Decimal)),
};

/** Exact as long as there is room behind the point: two digits more. */
export const PERCENT: FormulaOperation = {
  name: '%',
  description: 'The hundredth part: 50% is 0.5.',
  signature: 'number%',
  least: 1,
  most: 1,
  parameter: () => parameter('number', 'number'),
  result: () => 'number',
  operator: () =>
    strict(([value]: readonly Decimal[], evaluation) =>
      fitting(evaluation, hundredth(value as Decimal)),
    ),
};

export const remainderOf: OperatorFunction = strict(rest);
