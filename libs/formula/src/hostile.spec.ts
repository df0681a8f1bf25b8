import { compiled } from './evaluate.js';
import { isNumber } from './formula-value.js';
import { MAX_NODES, MAX_WORK } from './limits.js';
import { Evaluation } from './operations/operation.js';
import { parseFormula } from './parse-formula.js';
import { inputOf, result, scopeOf } from './testing/evaluated.js';
import { COSTLY, ENDLESS, GREEDY, LONG } from './testing/hostile-cases.js';
import { TypeCheck } from './type-check.js';
import { isApplied, type TypedNode } from './typed-node.js';

test.each(ENDLESS.map((each) => [...each]))('%s has no value', (_, text = '') => {
  expect(result(text, LONG)).toBeNull();
});

/** What an evaluation did: operations, and the characters and digits of all that they came to. */
interface Done {
  operations: number;
  made: number;
}

function counted(typed: TypedNode, done: Done): TypedNode {
  if (!isApplied(typed)) return typed;
  const { operator } = typed;
  return {
    ...typed,
    operands: typed.operands.map((operand) => counted(operand, done)),
    operator: (evaluation, operands) => {
      done.operations += 1;
      const value = operator(evaluation, operands);
      done.made += isNumber(value) ? value.units.toString().length : String(value).length;
      return value;
    },
  };
}

/**
 * No clock tells on every machine whether an evaluation is short enough: what it does is counted.
 */
test.each([...ENDLESS, ...COSTLY].map((each) => [...each]))(
  '%s does and makes no more than an evaluation may',
  (_, text = '') => {
    const check = new TypeCheck(text, scopeOf(LONG));
    const done: Done = { operations: 0, made: 0 };
    const typed = counted(check.typed(parseFormula(text)), done);
    check.settle();
    compiled(typed)(new Evaluation(inputOf(LONG)));
    expect(done.operations).toBeLessThanOrEqual(MAX_NODES);
    expect(done.made).toBeLessThanOrEqual(MAX_WORK);
  },
);

test('what runs out is empty as a whole, whatever stands round it', () => {
  expect(result(`BLANKVALUE(${GREEDY}, 1)`, LONG)).toBeNull();
});

test('an honest formula goes through the longest texts', () => {
  expect(result('LEN(rich)', LONG)).toBe('131072');
  expect(result('LEN(t)+LEN(t)+LEN(t)+LEN(t)', LONG)).toBe('131072');
  expect(result('LEN(SUBSTITUTE(t, "y", "z"))', LONG)).toBe('32768');
});

test('small tails of powers are rounded away instead of kept', () => {
  expect(result('0.1^30')).toBe('0.000000000000000000000000000001');
  expect(result('0.1^31')).toBe('0');
  expect(result('1.000000000000000000000000000001 * 1.000000000000000000000000000001')).toBe(
    '1.000000000000000000000000000002',
  );
});

test('a replacement is text, whatever signs it has', () => {
  expect(result('SUBSTITUTE("a.b", ".", "$1$&")')).toBe('a$1$&b');
});
