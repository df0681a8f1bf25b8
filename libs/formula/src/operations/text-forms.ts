import { containsPart, indexOfPart } from '@quittance/work';
import type { Decimal } from '@quittance/money';
import { isNumber } from '../formula-value.js';
import { DIVISION_WORK, MAX_TEXT_LENGTH } from '../limits.js';
import { lengthOf, offsetOf } from './code-points.js';
import { areEqual, orderOf } from './comparison.js';
import { numberOf } from './numbers.js';
import {
  ANY,
  define,
  lenient,
  parameter,
  strict,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';
import { affordsText, countIn, inOtherCase, made, numberIn, ofText, shownText } from './texts.js';

const text = parameter('text', 'text');
const value = parameter('value', ANY);
/** What a character of a text costs that is taken apart and put together again. */
const PIECE_WORK = 2;

/** Counted from 1; 0 where the part is not found. The empty text stands at once. */
const position: OperatorFunction = lenient((values, evaluation) => {
  const [sought, whole] = [shownText(values[0] ?? null), shownText(values[1] ?? null)];
  let first = 1;
  if (values.length > 2) {
    const start = values[2] ?? null;
    if (!isNumber(start)) return evaluation.empty('empty_operand');
    first = countIn(start) ?? 0;
  }
  if (first === 0) return evaluation.empty('out_of_range');
  if (!affordsText(evaluation, whole.length + sought.length))
    return evaluation.empty('too_much_work');
  if (first > 1 && lengthOf(whole) < first - 1) return numberOf(0);
  const at = indexOfPart(whole, sought, offsetOf(whole, first - 1));
  return numberOf(at < 0 ? 0 : lengthOf(whole.slice(0, at)) + 1);
});

/** To a length in characters; what is longer is cut off at its end. */
function padded(join: (given: string, filling: string) => string): OperatorFunction {
  return strict(([given, length, pad = ' ']: readonly [string, Decimal, string?], evaluation) => {
    const wanted = countIn(length);
    if (wanted === undefined) return evaluation.empty('out_of_range');
    if (wanted > MAX_TEXT_LENGTH) return evaluation.empty('text_too_long');
    if (!affordsText(evaluation, given.length + pad.length))
      return evaluation.empty('too_much_work');
    const missing = wanted - lengthOf(given);
    if (missing <= 0) return given.slice(0, offsetOf(given, wanted));
    if (pad === '') return given;
    if (!affordsText(evaluation, PIECE_WORK * missing)) return evaluation.empty('too_much_work');
    const enough = pad.repeat(Math.ceil(missing / lengthOf(pad)));
    const filling = enough.slice(0, offsetOf(enough, missing));
    return made(evaluation, given.length + filling.length, () => join(given, filling));
  });
}

/** Letters, digits and the marks on them: what is between them parts the words. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function initials(given: string): string {
  return given.toLowerCase().replace(WORD, (word) => {
    const end = offsetOf(word, 1);
    return word.slice(0, end).toUpperCase() + word.slice(end);
  });
}

const reversed = ofText((given, evaluation) => {
  if (given.length > MAX_TEXT_LENGTH) return evaluation.empty('text_too_long');
  if (!affordsText(evaluation, PIECE_WORK * given.length)) return evaluation.empty('too_much_work');
  return Array.from(given).reverse().join('');
});

const strung: OperatorFunction = lenient((values, evaluation) => {
  const texts = values.map(shownText);
  const length = texts.reduce((sum, each) => sum + each.length, 0);
  return made(evaluation, length, () => texts.join(''));
});

/** The codes of a multi-select stand between semicolons. */
const included: OperatorFunction = lenient(([codes = null, code = null], evaluation) => {
  const [whole, sought] = [shownText(codes), shownText(code)];
  if (!affordsText(evaluation, whole.length + sought.length))
    return evaluation.empty('too_much_work');
  if (sought === '' || sought.includes(';')) return false;
  return containsPart(`;${whole};`, `;${sought};`);
});

const sameText = orderOf(['text']);

/** Functions that look for places in texts, shape them, and ask what they say. */
export const TEXT_FORMS: readonly FormulaOperation[] = [
  define({
    name: 'FIND',
    description:
      'Where the part stands in the text, the first character being 1; 0 where it does not. ' +
      'Looks from the start on, if one is given; case matters.',
    required: [parameter('part', 'text'), text],
    optional: [parameter('start', 'number')],
    result: 'number',
    run: position,
  }),
  define({
    name: 'LPAD',
    description: 'The text with spaces, or the pad, before it, or cut off, to so many characters.',
    required: [text, parameter('length', 'number')],
    optional: [parameter('pad', 'text')],
    result: 'text',
    run: padded((given, filling) => filling + given),
  }),
  define({
    name: 'RPAD',
    description: 'The text with spaces, or the pad, behind it, or cut off, to so many characters.',
    required: [text, parameter('length', 'number')],
    optional: [parameter('pad', 'text')],
    result: 'text',
    run: padded((given, filling) => given + filling),
  }),
  define({
    name: 'INITCAP',
    description: 'The text in small letters, the first of each word a capital.',
    required: [text],
    result: 'text',
    run: inOtherCase(initials),
  }),
  define({
    name: 'REVERSE',
    description: 'The characters of the text from the last to the first.',
    required: [text],
    result: 'text',
    run: reversed,
  }),
  define({
    name: 'CONCAT',
    description: 'Joins values as & does.',
    required: [value],
    repeated: value,
    result: 'text',
    run: strung,
  }),
  define({
    name: 'ISNUMBER',
    description: 'Whether the value is a number, or a text that says one to VALUE.',
    required: [value],
    result: 'boolean',
    run: lenient(([given = null], evaluation) => {
      if (!evaluation.spend(DIVISION_WORK)) return evaluation.empty('too_much_work');
      return isNumber(given) || (typeof given === 'string' && numberIn(given) !== undefined);
    }),
  }),
  define({
    name: 'ISPICKVAL',
    description: 'Whether the code of a picklist is this one; "" where nothing is picked.',
    required: [parameter('field', 'text'), parameter('code', 'text')],
    result: 'boolean',
    run: lenient(([field = null, code = null], evaluation) =>
      areEqual(evaluation, sameText, [field, code]),
    ),
  }),
  define({
    name: 'INCLUDES',
    description: 'Whether the code is among those of a multi-select.',
    required: [parameter('field', 'text'), parameter('code', 'text')],
    result: 'boolean',
    run: included,
  }),
];
