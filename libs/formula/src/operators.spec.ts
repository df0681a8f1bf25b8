import { checkFormula } from './check-formula.js';
import { inputOf, result, scopeOf } from './testing/evaluated.js';

describe('numbers', () => {
  test.each([
    ['1+2', '3'],
    ['.5 + 0.25', '0.75'],
    ['0.1+0.2', '0.3'],
    ['1.50 + 1.50', '3'],
    ['7-10', '-3'],
    ['6*7', '42'],
    ['1/3', '0.33333333333333333333'],
    ['2/3', '0.66666666666666666667'],
    ['-2/3', '-0.66666666666666666667'],
    ['10/4', '2.5'],
    ['2^10', '1024'],
    ['1.5^2', '2.25'],
    ['2^-2', '0.25'],
    ['0^5', '0'],
    ['1.005^60', '1.348850152549316069346009172439'],
    ['999999999999999999999999999999 + 0', '999999999999999999999999999999'],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });

  test.each([
    ['1/0'],
    ['0/0'],
    ['0^0'],
    ['0^-1'],
    ['2^0.5'],
    ['2^1001'],
    ['10^30'],
    ['999999999999999999999999999999 + 1'],
    ['999999999999999999999999999999 * 999999999999999999999999999999'],
  ])('%s has no value', (text) => {
    expect(result(text)).toBeNull();
  });
});

describe('what binds tighter', () => {
  test.each([
    ['1+2*3', '7'],
    ['(1+2)*3', '9'],
    ['10-4-3', '3'],
    ['100/10/2', '5'],
    ['2^3^2', '64'],
    ['-2^2', '4'],
    ['0-2^2', '-4'],
    ['2*3^2', '18'],
    ['2--3', '5'],
    ['2*-3', '-6'],
    ['--3', '3'],
    ['1+2&3+4', '37'],
    ['"a"&1+1="a2"', true],
    ['1<2=TRUE', true],
    ['2>1<>FALSE', true],
    ['2>1!=FALSE', true],
    ['10%^2', '0.01'],
    ['-50%', '-0.5'],
    ['2*50%', '1'],
    ['200-10%', '199.9'],
    ['200*10%+1', '21'],
    ['50%%', '0.005'],
    ['(20+30)%', '0.5'],
    ['50% & "x"', '0.5x'],
    ['50 % = .5', true],
    ['!TRUE = TRUE', false],
    ['!FALSE <> FALSE', true],
    ['!(1 = 1)', false],
    ['!!TRUE', true],
    ['!FALSE && TRUE', true],
    ['!TRUE || TRUE', true],
    ['TRUE || TRUE && FALSE', true],
    ['FALSE && FALSE || TRUE', true],
    ['FALSE && (FALSE || TRUE)', false],
    ['TRUE = FALSE || TRUE', true],
    ['FALSE && TRUE = FALSE', false],
    ['1 < 2 && 2 < 1 || 3 != 4', true],
    ['"a" & "b" = "ab" && 1 + 1 = 2', true],
    ['1 & 1 = "11" || FALSE', true],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });
});

describe('comparisons', () => {
  test.each([
    ['1=1.0', true],
    ['1<>1.0', false],
    ['2<10', true],
    ['"2"<"10"', false],
    ['"a"="A"', false],
    ['"b">="a"', true],
    ['3<=3', true],
    ['3>3', false],
    ['TRUE=TRUE', true],
    ['TRUE<>FALSE', true],
    ['DATE(2026,1,31)<DATE(2026,2,1)', true],
    ['NULL=NULL', true],
    ['NULL=""', true],
    ['NULL=0', false],
    ['0=NULL', false],
    ['NULL<>1', true],
    ['NULL<1', null],
    ['1>=NULL', null],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });

  test('instants are compared by time, however they are written', () => {
    const fields = {
      a: ['datetime', '2026-01-01T00:00:00Z'],
      b: ['datetime', '2026-01-01T00:00:00.000Z'],
    } as const;
    expect(result('a = b', fields)).toBe(true);
    expect(result('a < b', fields)).toBe(false);
  });
});

describe('signs beside functions', () => {
  test.each([
    ['12.5%', '0.125'],
    ['0.000000000000000000000000000001%', '0'],
    ['0.00000000000000000000000000005%', '0.000000000000000000000000000001'],
    ['999999999999999999999999999999%', '9999999999999999999999999999.99'],
    ['NULL%', null],
    ['1!=1.0', false],
    ['NULL != ""', false],
    ['NULL != 0', true],
    ['TRUE&&TRUE', true],
    ['TRUE&&NULL', false],
    ['NULL||TRUE', true],
    ['NULL||NULL', false],
    ['!NULL', true],
    ['1=1!=!TRUE', true],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });

  test.each([['FALSE && 1/0 > 1'], ['TRUE || 1/0 > 1']])(
    '%s leaves alone what is settled',
    (text) => {
      const { operands } = checkFormula(text, scopeOf({})).trace(inputOf({}));
      expect(operands.map(({ evaluated }) => evaluated)).toEqual([true, false]);
    },
  );
});

describe('days', () => {
  test.each([
    ['DATE(2026,1,31)+1', '2026-02-01'],
    ['1+DATE(2026,1,31)', '2026-02-01'],
    ['DATE(2026,3,1)-1', '2026-02-28'],
    ['DATE(2026,3,1)+1.9', '2026-03-02'],
    ['DATE(2026,3,1)-DATE(2026,2,1)', '28'],
    ['NOW()+0.5', '2026-11-22T22:30:00.000Z'],
    ['NOW()-1', '2026-11-21T10:30:00.000Z'],
    ['NOW()-(NOW()-0.25)', '0.25'],
    ['DATE(9999,12,31)+1', null],
    ['DATE(1,1,1)-1', null],
    ['TODAY()+99999999999999999999', null],
    ['NOW()+99999999999999999999', null],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });
});

describe('joining texts', () => {
  test.each([
    ['"a"&"b"', 'ab'],
    ['1.50&"x"', '1.5x'],
    ['TRUE&NULL&DATE(2026,1,2)', 'TRUE2026-01-02'],
    ['\'it\'\'s\'&"\\"q\\""', 'it\'s"q"'],
    ['"a\\n\\t\\\\"', 'a\n\t\\'],
    ['"😀""é"', '😀"é'],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });

  test('a text longer than 32,768 characters is not made', () => {
    const fields = { t: ['text', 'x'.repeat(32_768)] } as const;
    expect(result('LEN(t & "")', fields)).toBe('32768');
    expect(result('t & "y"', fields)).toBeNull();
  });
});

test('an empty operand makes arithmetic empty', () => {
  const fields = { n: ['number', null], d: ['date', null] } as const;
  for (const text of ['n+1', '1-n', 'n*0', 'n/1', 'n^2', '-n', 'n%', 'd+1', 'd-TODAY()']) {
    expect([text, result(text, fields)]).toEqual([text, null]);
  }
});

test('fields are named with their suffix, and through one lookup', () => {
  const fields = { score__c: ['number', '4'], 'account.industry': ['text', 'metal'] } as const;
  expect(result('account.industry & score__c * 2', fields)).toBe('metal8');
});

test('case does not matter in the names of functions and constants', () => {
  expect(result('If(true, Upper("a"), nUlL)')).toBe('A');
});
