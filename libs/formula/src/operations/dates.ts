import type { Decimal } from '@quittance/money';
import type { FormulaValue } from '../formula-value.js';
import { DIVISION_WORK } from '../limits.js';
import { shifted } from './arithmetic.js';
import {
  dayDistance,
  dayOf,
  monthDistance,
  monthsLater,
  realDate,
  wholeCount,
} from './calendar.js';
import { numberOf } from './numbers.js';
import {
  commonType,
  DAYS,
  define,
  parameter,
  strict,
  type Evaluation,
  type FormulaOperation,
  type Parameter,
} from './operation.js';

const date = parameter('date', DAYS);
const unit: Parameter = { ...parameter('unit', 'text'), among: ['days', 'months', 'years'] };

function part(name: string, description: string, from: number, to: number): FormulaOperation {
  return define({
    name,
    description,
    required: [date],
    result: 'number',
    run: strict(([at]: readonly string[], evaluation) =>
      evaluation.spend(DIVISION_WORK)
        ? numberOf(Number(dayOf(evaluation.input, at as string).slice(from, to)))
        : evaluation.empty('too_much_work'),
    ),
  });
}

function dateOf(values: readonly Decimal[], evaluation: Evaluation): FormulaValue {
  const [year = 0, month = 0, day = 0] = values.map((value) => wholeCount(value) ?? 0);
  return realDate(year, month, day) ?? evaluation.empty('not_a_date');
}

function distance(
  [start, end, unit = 'days']: readonly string[],
  evaluation: Evaluation,
): FormulaValue {
  if (!evaluation.spend(unit.length + 2 * DIVISION_WORK)) return evaluation.empty('too_much_work');
  const [from, to] = [start, end].map((at) => dayOf(evaluation.input, at as string)) as [
    ReturnType<typeof dayOf>,
    ReturnType<typeof dayOf>,
  ];
  switch (unit.toLowerCase()) {
    case 'days':
      return numberOf(dayDistance(from, to));
    case 'months':
      return numberOf(monthDistance(from, to));
    case 'years':
      return numberOf(Math.trunc(monthDistance(from, to) / 12));
    default:
      return evaluation.empty('out_of_range');
  }
}

const result = (types: Parameters<typeof commonType>[0]) => commonType(types.slice(0, 1));

export const DATES: readonly FormulaOperation[] = [
  define({
    name: 'TODAY',
    description: 'The calendar day in the company.',
    required: [],
    result: 'date',
    run: ({ input }) => input.today,
  }),
  define({
    name: 'NOW',
    description: 'The present instant.',
    required: [],
    result: 'datetime',
    run: ({ input }) => input.now,
  }),
  define({
    name: 'DATE',
    description: 'A date of its year, month and day; empty where there is no such day.',
    required: [
      parameter('year', 'number'),
      parameter('month', 'number'),
      parameter('day', 'number'),
    ],
    result: 'date',
    run: strict(dateOf),
  }),
  part('YEAR', 'The year of a date.', 0, 4),
  part('MONTH', 'The month of a date, 1 to 12.', 5, 7),
  part('DAY', 'The day of the month of a date.', 8, 10),
  define({
    name: 'ADDDAYS',
    description: 'The date or instant so many days later.',
    required: [date, parameter('days', 'number')],
    result,
    run: strict(([at, days]: readonly [string, Decimal], evaluation) =>
      shifted(at, days, evaluation),
    ),
  }),
  define({
    name: 'ADDMONTHS',
    description:
      'So many months later; the last day of a month stays one, and a day that the month lacks ' +
      'becomes its last.',
    required: [date, parameter('months', 'number')],
    result,
    run: strict(
      ([at, months]: readonly [string, Decimal], evaluation) =>
        monthsLater(at, months) ?? evaluation.empty('out_of_range'),
    ),
  }),
  define({
    name: 'DATEDIFF',
    description:
      'From the first date to the second in whole "days" (as a rule), "months" or "years".',
    required: [parameter('start', DAYS), parameter('end', DAYS)],
    optional: [unit],
    result: 'number',
    run: strict(distance),
  }),
];
