import { checkDecimal } from './number-fields.js';
import { checkId, checkText } from './text-fields.js';

const code = (check: (value: unknown) => { code: string } | null, value: unknown) =>
  check(value)?.code ?? 'fine';

describe('a decimal', () => {
  const price = checkDecimal({ scale: 2, min: '0', max: '1000' });

  test.each([
    ['12.50', 'fine'],
    ['0', 'fine'],
    ['-0', 'fine'],
    ['1000.00', 'fine'],
    ['1000.01', 'max'],
    ['-0.01', 'min'],
    ['0.001', 'precision'],
    ['1,5', 'format'],
    ['1.000,50', 'format'],
    ['1e3', 'format'],
    ['+1', 'format'],
    ['.5', 'format'],
    ['5.', 'format'],
    [' 5', 'format'],
    ['', 'format'],
    ['٣', 'format'],
    ['1'.repeat(16), 'max'],
    ['1'.repeat(100), 'format'],
    ['NaN', 'format'],
    [{}, 'type'],
    [[], 'type'],
    [true, 'type'],
    [1e21, 'precision'],
  ])('%o is %s', (value, expected) => {
    expect(code(price, value)).toBe(expected);
  });

  test('may have to be above a bound', () => {
    const quantity = checkDecimal({ scale: 6, above: '0' });
    expect([code(quantity, '0.000000'), code(quantity, '0.000001')]).toEqual(['min', 'fine']);
  });
});

describe('a text', () => {
  const name = checkText({ max: 3 });

  test('is counted in characters, blanks around it not towards the fewest', () => {
    expect(code(name, '😀😀😀')).toBe('fine');
    expect(code(name, '😀😀😀😀')).toBe('max_length');
    expect(code(name, '   ')).toBe('min_length');
    expect(code(checkText({ max: 3, min: 0 }), '')).toBe('fine');
  });

  test('may have to be one line, with nothing that is no sign', () => {
    const line = checkText({ max: 20, line: true });
    expect(code(line, 'Müller & Söhne 株')).toBe('fine');
    for (const text of ['Acme\nLtd', 'Acme\tLtd', 'Acme\u0007', 'Acme\u0085', '\u0000']) {
      expect([text, code(line, text)]).toEqual([text, 'format']);
    }
    expect(code(checkText({ max: 20 }), 'Acme\nLtd')).toBe('fine');
  });

  test('may have to match', () => {
    const country = checkText({ max: 2, pattern: /^[A-Z]{2}$/ });
    expect([code(country, 'DE'), code(country, 'de')]).toEqual(['fine', 'pattern']);
  });
});

test('an id is a UUID in any case', () => {
  expect(code(checkId, '01A1FC13-1FEA-700A-A11C-44F4293B2263')).toBe('fine');
  expect(code(checkId, '01a1fc13')).toBe('format');
  expect(code(checkId, 17)).toBe('type');
});
