import type { Decimal } from '@quittance/money';
import { fitting, raised } from './arithmetic.js';
import { compare, ONE } from './numbers.js';
import { DIVISION_WORK } from '../limits.js';
import {
  define,
  parameter,
  strict,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';
import { exponential, logarithm, naturalLogarithm, squareRoot } from './series.js';

const number = parameter('number', 'number');
const ROOT_WORK = 8 * DIVISION_WORK;
/** Some forty products of long integers; of two logarithms twice as many. */
const SERIES_WORK = 40 * DIVISION_WORK;

const TEN: Decimal = { units: 10n, scale: 0 };

interface Curve {
  readonly work: number;
  /** Whether it has a value there; everywhere when absent. */
  readonly takes?: (numbers: readonly Decimal[]) => boolean;
  readonly value: (...numbers: Decimal[]) => Decimal | undefined;
}

function curve({ work, takes = () => true, value }: Curve): OperatorFunction {
  return strict((numbers: readonly Decimal[], evaluation) => {
    if (!takes(numbers)) return evaluation.empty('out_of_range');
    if (!evaluation.spend(work)) return evaluation.empty('too_much_work');
    return fitting(evaluation, value(...numbers));
  });
}

function arePositive(numbers: readonly Decimal[]): boolean {
  return numbers.every(({ units }) => units > 0n);
}

/** Roots, powers and logarithms. */
export const POWERS: readonly FormulaOperation[] = [
  define({
    name: 'SQRT',
    description: 'The square root; rounded to 20 digits behind the point.',
    required: [number],
    result: 'number',
    run: curve({
      work: ROOT_WORK,
      takes: ([value]) => value !== undefined && value.units >= 0n,
      value: squareRoot,
    }),
  }),
  define({
    name: 'POWER',
    description: 'Raises to a whole power, as ^.',
    required: [number, parameter('exponent', 'number')],
    result: 'number',
    run: strict(raised),
  }),
  define({
    name: 'EXP',
    description: 'e to the power of the number; rounded to 20 digits behind the point.',
    required: [number],
    result: 'number',
    run: curve({ work: SERIES_WORK, value: exponential }),
  }),
  define({
    name: 'LN',
    description: 'The natural logarithm; rounded to 20 digits behind the point.',
    required: [number],
    result: 'number',
    run: curve({ work: SERIES_WORK, takes: arePositive, value: naturalLogarithm }),
  }),
  define({
    name: 'LOG',
    description: 'The logarithm to a base, to 10 when none is given; rounded to 20 digits.',
    required: [number],
    optional: [parameter('base', 'number')],
    result: 'number',
    run: curve({
      work: 2 * SERIES_WORK,
      takes: ([value = ONE, base = TEN]) => arePositive([value, base]) && compare(base, ONE) !== 0,
      value: (value, base = TEN) => logarithm(value, base),
    }),
  }),
];
