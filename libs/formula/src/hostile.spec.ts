import { result } from './testing/evaluated.js';

const LONG = { t: ['text', 'x'.repeat(32_768)], rich: ['text', 'y'.repeat(131_072)] } as const;

/** A formula applied to itself so many times. */
function nested(times: number, wrap: (inner: string) => string, start: string): string {
  return Array.from({ length: times }).reduce<string>((inner) => wrap(inner), start);
}

describe('what would grow without end has no value instead', () => {
  test.each<[string, string]>([
    ['a bomb of replacements', nested(20, (t) => `SUBSTITUTE(${t},"x","xxxxxxxxxx")`, '"x"')],
    ['a text that doubles', nested(16, (t) => `SUBSTITUTE(${t},"x","xx")`, '"x"')],
    ['long texts joined', 't & t'],
    ['each of 32,768 characters replaced', 'SUBSTITUTE(t, "x", "y")'],
    ['a tower of powers', nested(20, (n) => `(${n})^999`, '9')],
    ['a power of many digits', '999999999999999999999999999999^999'],
    ['a chain of products', Array(100).fill('999999999999999999').join('*')],
    ['a long text gone through again and again', `LEN(${Array(9).fill('t').join(')+LEN(')})`],
    ['a text too long for capitals', 'UPPER(rich)'],
    ['a number of 32,768 digits', 'VALUE(t)'],
  ])('%s', (_, text) => {
    expect(result(text, LONG)).toBeNull();
  });
});

test('what runs out is empty as a whole, whatever stands round it', () => {
  const greedy = `LEN(${Array(9).fill('t').join(')+LEN(')})`;
  expect(result(`BLANKVALUE(${greedy}, 1)`, LONG)).toBeNull();
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
