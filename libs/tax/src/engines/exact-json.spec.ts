import { decimalOf, exactJson, JsonNumber, roundedMinor, parseExactJson } from './exact-json.js';

describe('parsing', () => {
  test('leaves every number as it was written, and texts alone', () => {
    const text =
      '{"a":0.10,"b":[1e2,-3.50],"c":"12.5 \\" 7","d":{"e":9007199254740993.01},"f":null}';
    expect(parseExactJson(text)).toEqual({
      a: '0.10',
      b: ['1e2', '-3.50'],
      c: '12.5 " 7',
      d: { e: '9007199254740993.01' },
      f: null,
    });
  });

  test.each(['', '{"a":1', '{a:1}', '01', '<html>', '{"a":NaN}'])('refuses %j', (text) => {
    expect(parseExactJson(text)).toBeUndefined();
  });
});

test('writing puts exact numbers where they belong and leaves out what is undefined', () => {
  const value = { a: new JsonNumber('200.00'), b: ['x"', true, null], c: undefined };
  expect(exactJson(value)).toBe('{"a":200.00,"b":["x\\"",true,null]}');
});

describe('the value of a number', () => {
  test.each([
    ['0.0625', 625n, 4],
    ['6.25E-2', 625n, 4],
    ['1e2', 100n, 0],
    ['-3.50', -350n, 2],
    ['99999999999999999.99', 9999999999999999999n, 2],
  ])('%s', (text, units, scale) => {
    expect(decimalOf(text)).toEqual({ units, scale });
  });

  test.each(['', 'abc', '1e99', '--1', null, undefined, 5, {}])('%j is none', (value) => {
    expect(decimalOf(value)).toBeUndefined();
  });

  test('becomes minor units, rounded half away from zero where the currency has fewer', () => {
    expect(roundedMinor({ units: 1005n, scale: 1 }, 'JPY')).toBe(101n);
    expect(roundedMinor({ units: -1005n, scale: 1 }, 'JPY')).toBe(-101n);
    expect(roundedMinor({ units: 825n, scale: 2 }, 'KWD')).toBe(8250n);
  });
});
