import type { Decimal } from '@quittance/money';
import type { FormulaType, FormulaValue } from '../formula-value.js';
import { DIVISION_WORK, MAX_FRACTION_DIGITS } from '../limits.js';
import { fitting, remainderOf } from './arithmetic.js';
import { orderOf } from './comparison.js';
import {
  ONE,
  plus,
  rounded,
  smallWhole,
  toMultiple,
  ZERO,
  type DecimalRounding,
} from './numbers.js';
import {
  commonType,
  define,
  parameter,
  strict,
  type Evaluation,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';

const number = parameter('number', 'number');
const COMPARED: readonly FormulaType[] = ['number', 'date', 'datetime', 'time'];

function rounding(name: string, description: string, way: DecimalRounding): FormulaOperation {
  return define({
    name,
    description,
    required: [number],
    optional: [parameter('digits', 'number')],
    result: 'number',
    run: strict(([value, to = ZERO]: readonly Decimal[], evaluation) => {
      if (!evaluation.spend(DIVISION_WORK)) return evaluation.empty('too_much_work');
      const digits = smallWhole(to, MAX_FRACTION_DIGITS);
      if (digits === undefined) return evaluation.empty('out_of_range');
      return fitting(evaluation, rounded(value as Decimal, digits, way));
    }),
  });
}

function multiple(name: string, description: string, way: DecimalRounding): FormulaOperation {
  return define({
    name,
    description,
    required: [number],
    optional: [parameter('multiple', 'number')],
    result: 'number',
    run: strict(([value, of = ONE]: readonly Decimal[], evaluation) =>
      of.units <= 0n
        ? evaluation.empty('out_of_range')
        : fitting(evaluation, toMultiple(value as Decimal, of, way)),
    ),
  });
}

/** The least or the greatest of the values that there are. */
function extreme(sign: 1 | -1): (types: readonly FormulaType[]) => OperatorFunction {
  return (types) => {
    const order = orderOf(types);
    return (evaluation, operands) => {
      let best: FormulaValue = null;
      for (const operand of operands) {
        const value = operand(evaluation);
        if (value === null) continue;
        if (best === null || order(value as never, best as never) * sign < 0) best = value;
      }
      return best ?? evaluation.empty('empty_operand');
    };
  };
}

/** Empty ones count as zero. */
const total: OperatorFunction = (evaluation: Evaluation, operands) => {
  let sum: Decimal | undefined = ZERO;
  for (const operand of operands) {
    const value = operand(evaluation) as Decimal | null;
    if (value !== null) sum = plus(sum, value);
    if (!sum) return evaluation.empty('too_large');
  }
  return sum;
};

export const MATH: readonly FormulaOperation[] = [
  rounding('ROUND', 'Rounds to so many digits behind the point, half away from zero.', 'nearest'),
  rounding('ROUNDUP', 'Rounds away from zero.', 'up'),
  rounding('ROUNDDOWN', 'Rounds towards zero.', 'down'),
  rounding('TRUNC', 'Cuts off what is behind so many digits, as ROUNDDOWN.', 'down'),
  define({
    name: 'ABS',
    description: 'The number without its sign.',
    required: [number],
    result: 'number',
    run: strict(([value]: readonly Decimal[]) => {
      const { units, scale } = value as Decimal;
      return { units: units < 0n ? -units : units, scale };
    }),
  }),
  define({
    name: 'MIN',
    description: 'The least or earliest of the values; empty ones are left out.',
    required: [parameter('value', COMPARED, 'A')],
    repeated: parameter('value', COMPARED, 'A'),
    result: commonType,
    run: { byTypes: extreme(1) },
  }),
  define({
    name: 'MAX',
    description: 'The greatest or latest of the values; empty ones are left out.',
    required: [parameter('value', COMPARED, 'A')],
    repeated: parameter('value', COMPARED, 'A'),
    result: commonType,
    run: { byTypes: extreme(-1) },
  }),
  define({
    name: 'MOD',
    description: 'The rest of a division, with the sign of the divisor.',
    required: [number, parameter('divisor', 'number')],
    result: 'number',
    run: remainderOf,
  }),
  multiple('CEILING', 'The next multiple away from zero; of 1 when none is given.', 'up'),
  multiple('FLOOR', 'The next multiple toward zero; of 1 when none is given.', 'down'),
  multiple('MCEILING', 'The next multiple that is not less; of 1 when none is given.', 'ceiling'),
  multiple('MFLOOR', 'The next multiple that is not more; of 1 when none is given.', 'floor'),
  define({
    name: 'INT',
    description: 'The next whole number that is not more.',
    required: [number],
    result: 'number',
    run: strict(([value]: readonly Decimal[], evaluation) =>
      fitting(evaluation, toMultiple(value as Decimal, ONE, 'floor')),
    ),
  }),
  define({
    name: 'SUM',
    description: 'The sum of roll-ups and other numbers; empty ones count as 0.',
    required: [number],
    repeated: number,
    result: 'number',
    run: total,
  }),
];
