import { containsPart, splitAtPart } from '@quittance/work';
import { formatDecimal, type Decimal } from '@quittance/money';
import { isNumber, type FormulaValue } from '../formula-value.js';
import { DIVISION_WORK, MAX_TEXT_LENGTH } from '../limits.js';
import { fitting } from './arithmetic.js';
import { wholeCount } from './calendar.js';
import { lengthOf, offsetFromEnd, offsetOf } from './code-points.js';
import { numberOf, parseNumber, shortest } from './numbers.js';
import {
  ANY,
  define,
  lenient,
  parameter,
  strict,
  type Evaluation,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';

const text = parameter('text', 'text');
const count = parameter('count', 'number');
/** Longest text of a number, sign and point included, with room for spaces around it. */
const LONGEST_NUMBER = 200;
/** What one occurrence of a replaced part costs, in characters gone through. */
const PIECE_WORK = 8;

/** As `&` and TEXT write it: numbers without needless zeros, TRUE and FALSE, dates as ISO text. */
export function shownText(value: FormulaValue): string {
  if (value === null) return '';
  if (isNumber(value)) return formatDecimal(shortest(value));
  return typeof value === 'boolean' ? String(value).toUpperCase() : value;
}

/** Whether the evaluation can afford to go through the text. */
export function affordsText(evaluation: Evaluation, characters: number): boolean {
  return evaluation.spend(characters);
}

export function made(evaluation: Evaluation, length: number, make: () => string): FormulaValue {
  if (length > MAX_TEXT_LENGTH) return evaluation.empty('text_too_long');
  if (!affordsText(evaluation, length)) return evaluation.empty('too_much_work');
  return make();
}

const joined: OperatorFunction = lenient(([left = null, right = null], evaluation) => {
  const [a, b] = [shownText(left), shownText(right)];
  return made(evaluation, a.length + b.length, () => a + b);
});

export const CONCATENATION: FormulaOperation = {
  name: '&',
  description: 'Joins texts; other values are written as TEXT does, empty ones as nothing.',
  signature: 'left & right',
  least: 2,
  most: 2,
  parameter: (index) => parameter(index === 0 ? 'left' : 'right', ANY),
  result: () => 'text',
  operator: () => joined,
};

/** A function of one text that has to be gone through; an empty one stays empty. */
export function ofText(
  apply: (text: string, evaluation: Evaluation) => FormulaValue,
): OperatorFunction {
  return strict(([value]: readonly string[], evaluation) => {
    const given = value as string;
    if (!affordsText(evaluation, given.length)) return evaluation.empty('too_much_work');
    return apply(given, evaluation);
  });
}

/** Some letters become two or three in the other case. */
export function inOtherCase(change: (text: string) => string): OperatorFunction {
  return ofText((value, evaluation) => {
    if (value.length > MAX_TEXT_LENGTH) return evaluation.empty('text_too_long');
    if (!affordsText(evaluation, 2 * value.length)) return evaluation.empty('too_much_work');
    const changed = change(value);
    return changed.length > MAX_TEXT_LENGTH ? evaluation.empty('text_too_long') : changed;
  });
}

/** A whole count that is not negative. */
export function countIn(value: Decimal | undefined): number | undefined {
  const whole = value && wholeCount(value);
  return whole === undefined || whole < 0 ? undefined : whole;
}

type Slice = (value: string, first: number, second: number) => string;

/** A part of a text by counts; a negative count is no value. */
function sliced(slice: Slice): OperatorFunction {
  return strict(([value, first, second]: readonly [string, Decimal, Decimal?], evaluation) => {
    const [a, b] = [countIn(first), second ? countIn(second) : 0];
    if (a === undefined || b === undefined) return evaluation.empty('out_of_range');
    if (!affordsText(evaluation, value.length)) return evaluation.empty('too_much_work');
    return slice(value, a, b);
  });
}

function middle(value: string, from: number, length: number): string {
  const start = offsetOf(value, from - 1);
  return value.slice(start, start + offsetOf(value.slice(start), length));
}

/** Empty operands count as empty texts: every text contains the empty one. */
function looked(finds: (text: string, part: string) => boolean): OperatorFunction {
  return lenient(([value, part], evaluation) => {
    const [whole, sought] = [shownText(value ?? null), shownText(part ?? null)];
    if (!affordsText(evaluation, whole.length + sought.length)) {
      return evaluation.empty('too_much_work');
    }
    return finds(whole, sought);
  });
}

/** What is found is countIn first, so that a result that is too long is never made. */
const substituted: OperatorFunction = strict(
  ([value, sought, instead]: readonly [string, string, string], evaluation) => {
    if (sought === '') return value;
    if (!affordsText(evaluation, value.length + sought.length)) {
      return evaluation.empty('too_much_work');
    }
    const pieces = splitAtPart(value, sought);
    const found = pieces.length - 1;
    if (!affordsText(evaluation, PIECE_WORK * found)) return evaluation.empty('too_much_work');
    const length = value.length + found * (instead.length - sought.length);
    return made(evaluation, length, () => (found === 0 ? value : pieces.join(instead)));
  },
);

/** The number that a text says, with spaces around it. */
export function numberIn(given: string): Decimal | undefined {
  return given.length > LONGEST_NUMBER ? undefined : parseNumber(given.trim());
}

const valueOf = ofText((given, evaluation) => {
  if (!evaluation.spend(DIVISION_WORK)) return evaluation.empty('too_much_work');
  const number = numberIn(given);
  return number ? fitting(evaluation, number) : evaluation.empty('not_a_number');
});

export const TEXTS: readonly FormulaOperation[] = [
  define({
    name: 'LEN',
    description: 'The number of characters; 0 for an empty text.',
    required: [text],
    result: 'number',
    run: lenient(([value], evaluation) => {
      const given = shownText(value ?? null);
      if (!affordsText(evaluation, given.length)) return evaluation.empty('too_much_work');
      return numberOf(lengthOf(given));
    }),
  }),
  define({
    name: 'LEFT',
    description: 'So many characters from the start.',
    required: [text, count],
    result: 'text',
    run: sliced((value, n) => value.slice(0, offsetOf(value, n))),
  }),
  define({
    name: 'RIGHT',
    description: 'So many characters from the end.',
    required: [text, count],
    result: 'text',
    run: sliced((value, n) => value.slice(offsetFromEnd(value, n))),
  }),
  define({
    name: 'MID',
    description: 'So many characters from a place on; the first is 1.',
    required: [text, parameter('start', 'number'), count],
    result: 'text',
    run: strict(([value, start, length]: readonly [string, Decimal, Decimal], evaluation) => {
      const [from, n] = [countIn(start), countIn(length)];
      if (from === undefined || from === 0 || n === undefined) {
        return evaluation.empty('out_of_range');
      }
      if (!affordsText(evaluation, value.length)) return evaluation.empty('too_much_work');
      return middle(value, from, n);
    }),
  }),
  define({
    name: 'UPPER',
    description: 'The text in capital letters.',
    required: [text],
    result: 'text',
    run: inOtherCase((value) => value.toUpperCase()),
  }),
  define({
    name: 'LOWER',
    description: 'The text in small letters.',
    required: [text],
    result: 'text',
    run: inOtherCase((value) => value.toLowerCase()),
  }),
  define({
    name: 'TRIM',
    description: 'The text without white space at its ends.',
    required: [text],
    result: 'text',
    run: ofText((value) => value.trim()),
  }),
  define({
    name: 'CONTAINS',
    description: 'Whether the text contains the other; case matters.',
    required: [text, parameter('part', 'text')],
    result: 'boolean',
    run: looked(containsPart),
  }),
  define({
    name: 'BEGINS',
    description: 'Whether the text begins with the other; case matters.',
    required: [text, parameter('part', 'text')],
    result: 'boolean',
    run: looked((value, part) => value.startsWith(part)),
  }),
  define({
    name: 'SUBSTITUTE',
    description: 'The text with every occurrence of one part replaced by another.',
    required: [text, parameter('part', 'text'), parameter('replacement', 'text')],
    result: 'text',
    run: substituted,
  }),
  define({
    name: 'TEXT',
    description: 'Any value as text: 12.5, TRUE, 2026-03-31.',
    required: [parameter('value', ANY)],
    result: 'text',
    run: strict(([value]: readonly FormulaValue[]) => shownText(value ?? null)),
  }),
  define({
    name: 'VALUE',
    description: 'The number that a text says: digits with at most one sign and one point.',
    required: [text],
    result: 'number',
    run: valueOf,
  }),
];
