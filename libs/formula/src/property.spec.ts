import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { checkFormula, type CheckedFormula } from './check-formula.js';
import { FormulaError } from './formula-error.js';
import type { FormulaInput, FormulaScope, FormulaType, FormulaValue } from './formula-value.js';
import { parseNumber } from './operations/numbers.js';
import { shownText } from './operations/texts.js';
import { fraction, naive, shown, written, type Expression, type Naive } from './testing/naive.js';

type Kind = 'number' | 'text' | 'boolean' | 'date';

const NAMES: Readonly<Record<Kind, readonly string[]>> = {
  number: ['a', 'b__c', 'account.n'],
  text: ['t', 'u__c'],
  boolean: ['p', 'q'],
  date: ['d', 'e'],
};

const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }));

function decimalText(units: bigint, scale: number): string {
  const text = units.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

const aNumber = digits.map(([units, scale]): Expression => ({
  literal: fraction(units, 10n ** BigInt(scale)),
  text: decimalText(units, scale),
}));
const aWord = fc.string({ unit: fc.constantFrom(...'abAB1.- 😀'), maxLength: 6 });
const aText = aWord.map((word): Expression => ({ literal: word, text: `"${word}"` }));
const aDay = fc
  .integer({ min: -20_000, max: 40_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const aDate = aDay.map((day): Expression => {
  const [year, month, date] = day.split('-').map(Number);
  return { literal: day, text: `DATE(${year}, ${month}, ${date})` };
});
const aBoolean = fc.boolean().map((value): Expression => ({
  literal: value,
  text: value ? 'TRUE' : 'false',
}));

const small = (most: number) =>
  fc.integer({ min: 0, max: most }).map((n): Expression => ({
    literal: fraction(BigInt(n)),
    text: String(n),
  }));

/** Typed expressions of a bounded depth. */
const expressions = fc.letrec<Record<Kind, Expression>>((tie) => {
  const apply = (name: string, ...operands: fc.Arbitrary<Expression>[]) =>
    fc.tuple(...operands).map((parts): Expression => ({ apply: name, operands: parts }));
  const field = (kind: Kind) =>
    fc.constantFrom(...NAMES[kind]).map((name): Expression => ({ field: name }));
  const [number, text, boolean, date] = [tie('number'), tie('text'), tie('boolean'), tie('date')];
  const any = fc.oneof(number, text, boolean, date);
  const both = (kind: fc.Arbitrary<Expression>, ...names: string[]) =>
    names.map((name) => apply(name, kind, kind));
  const chosen = (kind: fc.Arbitrary<Expression>) => [
    apply('IF', boolean, kind, kind),
    apply('BLANKVALUE', kind, kind),
    apply('CASE', number, number, kind, kind),
    apply('SWITCH', text, text, kind, kind),
    apply('IFS', boolean, kind, boolean, kind, kind),
    apply('COALESCE', kind, kind),
  ];
  const grown = (leaf: fc.Arbitrary<Expression>[], ...rest: fc.Arbitrary<Expression>[]) =>
    fc.oneof({ maxDepth: 4, depthSize: 'xsmall' }, fc.oneof(...leaf), ...rest);
  return {
    number: grown(
      [aNumber, field('number')],
      ...both(number, '+', '-', '*', '/', 'MOD', 'MIN', 'MAX'),
      ...['neg', '%', 'ABS', 'FLOOR', 'CEILING', 'MFLOOR', 'MCEILING', 'INT'].map((name) =>
        apply(name, number),
      ),
      apply('ROUND', number, small(8)),
      apply('LEN', text),
      apply('VALUE', text),
      apply('FIND', text, text),
      ...['MONTH', 'WEEKDAY', 'DAYOFYEAR'].map((name) => apply(name, date)),
      apply('DATEDIFF', date, date),
      ...chosen(number),
    ),
    text: grown(
      [aText, field('text')],
      apply('&', any, any),
      apply('CONCAT', any, any, any),
      apply('REVERSE', text),
      apply('UPPER', text),
      apply('LEFT', text, small(5)),
      apply('SUBSTITUTE', text, aText, aText),
      apply('TEXT', any),
      ...chosen(text),
    ),
    boolean: grown(
      [aBoolean, field('boolean')],
      ...[number, text, date].flatMap((kind) => both(kind, '=', '<>', '!=', '<', '>=')),
      ...both(boolean, '=', 'AND', 'OR', 'XOR', '&&', '||'),
      apply('NOT', boolean),
      apply('!', boolean),
      apply('ISBLANK', any),
      apply('CONTAINS', text, text),
      ...chosen(boolean),
    ),
    date: grown(
      [aDate, field('date')],
      apply('ADDDAYS', date, small(500)),
      apply('ADDMONTHS', date, small(40)),
      ...both(date, 'MIN', 'MAX'),
      ...chosen(date),
    ),
  };
});

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 5 });

const fieldValues = fc.record({
  number: fc.array(maybe(fc.tuple(fc.boolean(), digits)), { minLength: 3, maxLength: 3 }),
  text: fc.array(maybe(aWord), { minLength: 2, maxLength: 2 }),
  boolean: fc.array(maybe(fc.boolean()), { minLength: 2, maxLength: 2 }),
  date: fc.array(maybe(aDay), { minLength: 2, maxLength: 2 }),
});

/** The same values for both evaluators. */
function given(values: typeof fieldValues extends fc.Arbitrary<infer T> ? T : never) {
  const plain = new Map<string, Naive>();
  const types = new Map<string, FormulaType>();
  for (const kind of Object.keys(NAMES) as Kind[]) {
    NAMES[kind].forEach((name, i) => {
      const value = values[kind][i] ?? null;
      types.set(name, kind);
      if (!Array.isArray(value)) return plain.set(name, value as Naive);
      const [minus, [units, scale]] = value as [boolean, [bigint, number]];
      return plain.set(name, fraction(minus ? -units : units, 10n ** BigInt(scale)));
    });
  }
  const input: FormulaInput = {
    value: (path) => {
      const value = plain.get(path.join('.')) ?? null;
      return typeof value === 'object' ? (parseNumber(shown(value)) ?? null) : value;
    },
    now: '2026-11-22T10:30:00.000Z' as Instant,
    today: '2026-11-22' as LocalDate,
  };
  const scope = {
    field: (path: readonly string[]) => {
      const type = types.get(path.join('.'));
      return type && { type };
    },
  };
  return { plain, input, scope };
}

function comparable(value: FormulaValue | Naive): string | boolean | null {
  if (typeof value !== 'object' || value === null) return value;
  return 'kind' in value ? shown(value) : shownText(value);
}

const anExpression = fc
  .constantFrom<Kind>('number', 'text', 'boolean', 'date')
  .chain((kind) => expressions[kind]);

/** The formula, or why it is refused; anything else that is thrown is a fault of the lib. */
function attempt(text: string, scope: FormulaScope): CheckedFormula | FormulaError {
  try {
    return checkFormula(text, scope);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

function expectProperty<T>(property: fc.IRawProperty<T>, numRuns: number): void {
  expect(fc.check(property as fc.IProperty<T>, { numRuns: runs(numRuns) })).toMatchObject({
    failed: false,
  });
}

test('random formulas come to what a second evaluator makes of them', () => {
  const refusals = new Set<string>();
  const results: FormulaValue[] = [];
  fc.assert(
    fc.property(anExpression, fieldValues, (expression, record) => {
      const { plain, input, scope } = given(record);
      const text = written(expression);
      const formula = attempt(text, scope);
      if (formula instanceof FormulaError) return void refusals.add(formula.code);
      const actual = formula.evaluate(input);
      results.push(actual);
      const expected = comparable(naive(expression, plain));
      if (comparable(actual) !== expected) {
        throw new Error(`${text} is ${String(comparable(actual))}, not ${String(expected)}`);
      }
    }),
    { numRuns: runs(2_000) },
  );
  expect(['too_long', 'too_deep', 'too_complex']).toEqual(expect.arrayContaining([...refusals]));
  expect(results.length).toBeGreaterThan(1_900);
  expect(results.filter((value) => value !== null).length).toBeGreaterThan(1_000);
});

test('a trace of a random formula comes to the same', () => {
  expectProperty(
    fc.property(anExpression, fieldValues, (expression, record) => {
      const { input, scope } = given(record);
      const formula = attempt(written(expression), scope);
      if (formula instanceof FormulaError) return true;
      const shownValue = comparable(formula.evaluate(input));
      const traced = formula.trace(input);
      const cut = typeof shownValue === 'string' && shownValue.length > 200;
      return cut || traced.value === shownValue;
    }),
    500,
  );
});

const FUNCTION_FORMS: ReadonlyMap<string, string> = new Map([
  ['&&', 'AND'],
  ['||', 'OR'],
  ['!', 'NOT'],
  ['!=', '<>'],
]);

/** The same without the signs that have another form: `x%` is the product with a hundredth. */
function inFunctions(expression: Expression): Expression {
  if (!('apply' in expression)) return expression;
  const operands = expression.operands.map(inFunctions);
  const hundredth = { literal: fraction(1n, 100n), text: '0.01' };
  return expression.apply === '%'
    ? { apply: '*', operands: [...operands, hundredth] }
    : { apply: FUNCTION_FORMS.get(expression.apply) ?? expression.apply, operands };
}

test('signs mean what their functions do, whatever is empty and however it counts', () => {
  const ways = fc.record(
    { blankAs: fc.constant('zero' as const), leavesOpen: fc.boolean() },
    { requiredKeys: ['leavesOpen'] },
  );
  expectProperty(
    fc.property(anExpression, fieldValues, ways, (expression, record, way) => {
      const { input, scope } = given(record);
      const [signs, functions] = [expression, inFunctions(expression)].map((each) =>
        attempt(written(each), scope),
      );
      if (signs instanceof FormulaError || functions instanceof FormulaError) return true;
      const [a, b] = [signs, functions].map((each) => each?.outcome({ ...input, ...way }));
      return comparable(a?.value ?? null) === comparable(b?.value ?? null) && a?.blank === b?.blank;
    }),
    1_000,
  );
});

test('any text is a formula, or refused with a place inside of it and a sentence', () => {
  const words = [
    'a',
    't',
    '1',
    '.5',
    '"x',
    "'y'",
    '(',
    ')',
    ',',
    '-',
    '=',
    '<>',
    '!=',
    '&',
    '&&',
    '||',
    '|',
  ].concat(['!', '%', 'IF', 'MAX']);
  const noise = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.constantFrom(...words, ' ', '\n', '\\', '\ud800'), { maxLength: 30 })
      .map((parts) => parts.join(' ')),
  );
  const { scope, input } = given({ number: [], text: [], boolean: [], date: [] });
  expectProperty(
    fc.property(noise, (text) => {
      const formula = attempt(text, scope);
      if (formula instanceof FormulaError) {
        return formula.position.offset <= text.length && /[.)]$/.test(formula.message);
      }
      formula.evaluate(input);
      return formula.trace(input).evaluated;
    }),
    2_000,
  );
});
