import { checkFormula } from './check-formula.js';
import { codeOf, faultOf, scopeOf } from './testing/evaluated.js';
import { REFUSED } from './testing/hostile-cases.js';

const FIELDS = {
  name: ['text', null],
  amount: ['number', null],
  paid: ['boolean', null],
  due: ['date', null],
  'account.name': ['text', null],
} as const;

describe('what is no formula', () => {
  test.each([
    ['', 'empty', 0],
    [' \n ', 'empty', 0],
    ['1+', 'syntax', 2],
    ['1 2', 'syntax', 2],
    ['(1', 'syntax', 2],
    ['1)', 'syntax', 1],
    ['IF(1,,2)', 'syntax', 5],
    ['IF(,)', 'syntax', 3],
    ['*2', 'syntax', 0],
    ['1+*2', 'syntax', 2],
    ['amount == 1', 'syntax', 7],
    ['amount !== 1', 'syntax', 7],
    ['amount ! = 1', 'syntax', 7],
    ['amount !', 'syntax', 7],
    ['!', 'syntax', 1],
    ['paid && !', 'syntax', 9],
    ['paid &&', 'syntax', 7],
    ['&& paid', 'syntax', 0],
    ['paid &&& paid', 'syntax', 7],
    ['paid & & paid', 'syntax', 7],
    ['paid && && paid', 'syntax', 8],
    ['paid | paid', 'syntax', 5],
    ['paid ||| paid', 'syntax', 7],
    ['|', 'syntax', 0],
    ['%', 'syntax', 0],
    ['%5', 'syntax', 0],
    ['7 % 3', 'syntax', 4],
    ['amount%amount', 'syntax', 7],
    ['5%(2)', 'syntax', 2],
    ['a.b.c', 'too_many_hops', 0],
    ['"abc', 'unterminated_text', 0],
    ["1 + 'it", 'unterminated_text', 4],
    ['"a\\q"', 'bad_escape', 2],
    ['1 + €', 'bad_character', 4],
    ['1 + 😀', 'bad_character', 4],
    ['amount; 1', 'bad_character', 6],
    ['amount[0]', 'bad_character', 6],
    ['`x`', 'bad_character', 0],
    ['"\u0000"', 'bad_character', 1],
    ['"\ud800"', 'bad_character', 1],
    ['"\udc00\ud800"', 'bad_character', 1],
    ['1234567890123456789012345678901', 'number_too_long', 0],
    ['1.0000000000000000000000000000001', 'number_too_long', 0],
  ])('%j is refused as %s at %i', (text, code, offset) => {
    const fault = faultOf(text, FIELDS);
    expect([fault?.code, fault?.position.offset]).toEqual([code, offset]);
  });

  test('the place has a line and a column', () => {
    expect(faultOf('1 +\n 2 +\n  ) ')?.position).toEqual({ offset: 11, line: 3, column: 3 });
  });

  test.each([
    ['amount == 1', 'Write = to compare, instead of ==.'],
    ['amount !== 1', 'Write != or <> to compare, instead of !==.'],
    ['paid | paid', 'Write || or OR(…, …) instead of |.'],
    ['7 % 3', 'Behind a percent no operand is expected; MOD(…, …) is the remainder.'],
    ['7% = = 1', '= is not expected here.'],
  ])('%s is answered with what to write', (text, message) => {
    expect(faultOf(text, FIELDS)?.message).toBe(message);
  });
});

describe('what does not fit', () => {
  test.each([
    ['nope', 'unknown_field', 0],
    ['account.nope', 'unknown_field', 0],
    ['__proto__', 'unknown_field', 0],
    ['constructor', 'unknown_field', 0],
    ['1 + NOPE(2)', 'unknown_function', 4],
    ['toString()', 'unknown_function', 0],
    ['hasOwnProperty(1)', 'unknown_function', 0],
    ['constructor("x")', 'unknown_function', 0],
    ['a.IF(1)', 'unknown_function', 0],
    ['ABS()', 'argument_count', 0],
    ['ABS(1,2)', 'argument_count', 0],
    ['TODAY(1)', 'argument_count', 0],
    ['1+"a"', 'argument_type', 2],
    ['name+1', 'argument_type', 0],
    ['-name', 'argument_type', 1],
    ['due*2', 'argument_type', 0],
    ['due+due', 'argument_type', 3],
    ['due-TODAY()*1', 'argument_type', 4],
    ['due-NOW()', 'argument_type', 3],
    ['due=NOW()', 'argument_type', 3],
    ['name=1', 'argument_type', 4],
    ['paid<TRUE', 'argument_type', 0],
    ['IF(1,2,3)', 'argument_type', 3],
    ['IF(paid,2,"x")', 'argument_type', 0],
    ['AND(paid,1)', 'argument_type', 9],
    ['paid && 1', 'argument_type', 8],
    ['name || paid', 'argument_type', 0],
    ['!amount', 'argument_type', 1],
    ['!amount = 1', 'argument_type', 1],
    ['-!paid', 'argument_type', 1],
    ['!-amount', 'argument_type', 1],
    ['name%', 'argument_type', 0],
    ['due * paid%', 'argument_type', 0],
    ['name != 1', 'argument_type', 5],
    ['name & paid && paid', 'argument_type', 0],
    ['CASE(name,1,2,3)', 'argument_type', 0],
    ['CASE(name,"a",2,"b")', 'argument_type', 0],
    ['BLANKVALUE(name,1)', 'argument_type', 0],
    ['IFS(paid)', 'argument_count', 0],
    ['IFS(1,2)', 'argument_type', 4],
    ['IFS(paid,1,2,3,4)', 'argument_type', 11],
    ['IFS(paid,1,"a")', 'argument_type', 0],
    ['SWITCH(name,1,2,3)', 'argument_type', 0],
    ['XOR(paid,1)', 'argument_type', 9],
    ['COALESCE(name,1)', 'argument_type', 0],
    ['HOUR(due)', 'argument_type', 5],
    ['FIND(1,name)', 'argument_type', 5],
    ['MIN(1,due)', 'argument_type', 0],
    ['LEN(1)', 'argument_type', 4],
    ['DATEDIFF(due,name)', 'argument_type', 13],
    ['DATEDIFF(due,due,"day")', 'argument_value', 17],
  ])('%s is refused as %s at %i', (text, code, offset) => {
    const fault = faultOf(text, FIELDS);
    expect([fault?.code, fault?.position.offset]).toEqual([code, offset]);
  });

  test('sentences name the operand, what it is and what it should be', () => {
    expect(faultOf('"a"+name', FIELDS)?.message).toBe(
      'The left of + is a number or a date or an instant, not a text. Texts are joined by &.',
    );
    expect(faultOf('paid && 1', FIELDS)?.message).toBe(
      'The right of && is TRUE or FALSE, not a number.',
    );
    expect(faultOf('ROUND(1,2,3)')?.message).toBe(
      'ROUND takes 1 to 2 arguments: ROUND(number, [digits]).',
    );
  });

  test('all faults are reported at once, each once, in the order of the text', () => {
    const { faults } = faultOf('nope + LEN(1) & NIX(other)', FIELDS) ?? { faults: [] };
    expect(faults.map(({ code }) => code)).toEqual([
      'unknown_field',
      'argument_type',
      'unknown_function',
      'unknown_field',
    ]);
  });

  test('the type of the result is checked where one is wanted', () => {
    const check = (text: string) => checkFormula(text, scopeOf(FIELDS), ['boolean']).type;
    expect(check('paid')).toBe('boolean');
    expect(check('NULL')).toBe('any-null');
    expect(() => check('amount')).toThrow(
      'The formula comes to a number; wanted is TRUE or FALSE.',
    );
  });
});

describe('what would cost too much', () => {
  test.each(REFUSED.map((each) => [...each]))('%s are refused', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test('32 brackets, 4,000 characters and 250 operands are not too many', () => {
    expect(codeOf(`${'('.repeat(32)}1${')'.repeat(32)}`)).toBeUndefined();
    expect(codeOf(`"${'x'.repeat(3_998)}"`)).toBeUndefined();
    expect(codeOf(Array(250).fill('1').join('+'))).toBeUndefined();
    expect(codeOf(`"${'(('.repeat(100)}"`)).toBeUndefined();
  });
});

test('the check says which fields are named, each once, and whether the clock is read', () => {
  const { paths, usesClock, type } = checkFormula(
    'amount + amount + LEN(account.name)',
    scopeOf(FIELDS),
  );
  expect([paths, usesClock, type]).toEqual([[['amount'], ['account', 'name']], false, 'number']);
  expect(checkFormula('due < today()', scopeOf(FIELDS)).usesClock).toBe(true);
});
